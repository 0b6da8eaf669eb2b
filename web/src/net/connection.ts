/** A table's WebSocket that comes back by itself, answers requests as promises and repeats what was not answered. */
import { type Signal, signal } from "@preact/signals";
import type { Answer, Hello, Problem, Request, ServerMessage } from "../protocol";
import { worded } from "./problems";

/** A request without its number, which the connection gives. */
export type Asked = Request extends infer R ? (R extends Request ? Omit<R, "request"> : never) : never;

export type LinkState =
  | { state: "connecting" }
  | { state: "open" }
  | { state: "waiting"; seconds: number }
  | { state: "refused"; reason: string; readable: boolean };

interface Pending {
  message: Request;
  settle: (answer: Answer | null) => void;
}

export const LONGEST_WAIT = 15;
/** The request to which a hello is answered that is refused. */
const HELLO = 0;
const READ_ONLY = 4409;
const REFUSED = [1008, 4400, 4403, READ_ONLY];

/** How many seconds to wait before the try number `tries`. */
export function backOff(tries: number): number {
  return Math.min(LONGEST_WAIT, 0.5 * 2 ** tries);
}

export class Connection {
  readonly link: Signal<LinkState> = signal<LinkState>({ state: "connecting" });
  private socket: WebSocket | null = null;
  private readonly pending = new Map<number, Pending>();
  private count = 0;
  private tries = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private ended = false;
  /** Why one was not let in, as it was said just before the door was shut. */
  private problem: Problem | null = null;

  constructor(
    private readonly address: string,
    private readonly hello: () => Hello,
    private readonly hear: (message: ServerMessage) => void,
  ) {}

  open(): void {
    clearTimeout(this.timer);
    this.link.value = { state: "connecting" };
    this.problem = null;
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.onopen = () => socket.send(JSON.stringify(this.hello()));
    socket.onmessage = (event: MessageEvent<string>) => this.heard(JSON.parse(event.data) as ServerMessage);
    socket.onclose = (event) => {
      if (this.socket === socket) this.lost(event);
    };
  }

  /** Say hello again, as after a change of language. */
  reopen(): void {
    const old = this.socket;
    this.socket = null;
    old?.close();
    this.forgetQuestions();
    this.tries = 0;
    this.open();
  }

  close(): void {
    this.ended = true;
    clearTimeout(this.timer);
    this.socket?.close();
    this.forgetQuestions();
  }

  /** Ask, and get the answer; null where the connection was lost before it came and the question no longer matters. */
  ask(asked: Asked): Promise<Answer | null> {
    this.count += 1;
    const message = { ...asked, request: this.count } as Request;
    return new Promise((settle) => {
      this.pending.set(message.request, { message, settle });
      if (this.link.value.state === "open") this.socket?.send(JSON.stringify(message));
      else if (!lasting(message)) this.settle(message.request, null);
    });
  }

  private heard(message: ServerMessage): void {
    if (message.type === "answer") this.settle(message.request, message);
    if (message.type === "answer" && message.request === HELLO) this.problem = message.problem ?? null;
    if (message.type === "welcome") this.welcomed();
    this.hear(message);
  }

  private welcomed(): void {
    this.tries = 0;
    this.link.value = { state: "open" };
    for (const { message } of this.pending.values()) this.socket?.send(JSON.stringify(message));
  }

  private settle(request: number, answer: Answer | null): void {
    const waiting = this.pending.get(request);
    this.pending.delete(request);
    waiting?.settle(answer);
  }

  private forgetQuestions(): void {
    for (const { message } of [...this.pending.values()]) {
      if (!lasting(message)) this.settle(message.request, null);
    }
  }

  private lost(event: CloseEvent): void {
    if (this.ended) return;
    this.forgetQuestions();
    if (REFUSED.includes(event.code)) {
      const reason = worded(this.problem?.code ?? "", event.reason || String(event.code));
      this.link.value = { state: "refused", reason, readable: event.code === READ_ONLY };
      return;
    }
    const seconds = backOff(this.tries);
    this.tries += 1;
    this.link.value = { state: "waiting", seconds };
    this.timer = setTimeout(() => this.open(), seconds * 1000);
  }
}

/** Whether a request is to be repeated after a lost connection: a choice carries a key that makes this harmless. */
function lasting(message: Request): boolean {
  return "key" in message;
}
