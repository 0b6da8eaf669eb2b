"""`sandtable serve`: every title in the browser, for one person, two at a screen, or many."""

from __future__ import annotations

from typing import Annotated

import typer


def serve(
    host: Annotated[str, typer.Option("--host", help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=1, max=65535, help="The port to listen on.")] = 8080,
    database: Annotated[
        str, typer.Option("--database", help="sqlite:////path/file or postgresql://user@host/name.")
    ] = "",
    shared: Annotated[bool, typer.Option("--shared", help="Trust nobody: seats need tokens or accounts.")] = False,
    bots: Annotated[
        list[str] | None,
        typer.Option("--bots", help="Offer another computer player: package.module:Class; may be repeated."),
    ] = None,
    advertise: Annotated[
        str,
        typer.Option("--advertise", help="Where other servers on the same PostgreSQL reach this: http://host:port."),
    ] = "",
    lease: Annotated[
        int,
        typer.Option("--lease", min=1, max=600, help="Seconds without a sign of life until others take over."),
    ] = 5,
    open_page: Annotated[bool, typer.Option("--open", help="Open the page in the browser.")] = False,
) -> None:
    """Serve games to browsers: hot seat, against bots, or with invitations to others."""
    import logging
    import os
    import webbrowser

    from sandtable.players import offer
    from sandtable.server.running import advertised, listens_everywhere, local_names, public_names
    from sandtable.server.running import serve as run
    from sandtable.server.settings import Settings, default_database, mail_settings

    for each in bots or ():
        offer(each)
    if listens_everywhere(host) and not shared:
        raise typer.BadParameter(
            f"--host {host or repr(host)}: a local server trusts whoever reaches it, and all in the network would; "
            "add --shared, or name one address of this machine"
        )
    _check_free(host, port)
    hosts = public_names(os.environ.get("SANDTABLE_PUBLIC_ADDRESS", "")) if shared else local_names(host)
    mail = mail_settings(os.environ) if shared else None
    settings = Settings(
        database=database or default_database(), shared=shared, host=host, hosts=hosts, mail=mail, lease=lease,
        address=advertised(advertise, host, port),
    )  # fmt: skip
    page = f"http://{f'[{host}]' if ':' in host else host}:{port}/"

    def ready() -> None:
        typer.echo(f"Sandtable is at {page} (stop with Ctrl-C)")
        if open_page:
            webbrowser.open(page)

    logging.basicConfig(format="%(asctime)s %(levelname)s %(name)s: %(message)s", level=logging.WARNING)
    run(settings, host, port, ready)


def _check_free(host: str, port: int) -> None:
    """Say plainly what is wrong with an address before anything is opened."""
    import socket

    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(found[0], socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(found[4])
    except OSError as error:
        raise typer.BadParameter(
            f"cannot listen on {host}:{port}: {error.strerror}; choose another --host or --port"
        ) from None
