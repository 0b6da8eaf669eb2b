/** Hands a file to the person at the browser. */

export function download(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Opens a page that was fetched, in a tab of its own. */
export function openPage(blob: Blob): void {
  const address = URL.createObjectURL(new Blob([blob], { type: "text/html;charset=utf-8" }));
  window.open(address, "_blank", "noopener");
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
