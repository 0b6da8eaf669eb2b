/** A socket whose other end is the test. */
import type { ClientMessage, ServerMessage, Welcome } from "../src/protocol";

export class FakeSocket {
  static all: FakeSocket[] = [];
  sent: ClientMessage[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;

  constructor(readonly address: string) {
    FakeSocket.all.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as ClientMessage);
  }

  close(): void {
    this.onclose?.({ code: 1000, reason: "" });
  }

  says(message: ServerMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  greets(more: Partial<Welcome> = {}): void {
    this.onopen?.();
    const plain = { type: "welcome", chat: [] as Welcome["chat"], names: {}, badges: {}, ...more };
    this.says(plain as Partial<Welcome> as Welcome);
  }

  drops(code = 1006): void {
    this.onclose?.({ code, reason: "gone" });
  }
}

export function newest(): FakeSocket {
  const socket = FakeSocket.all.at(-1);
  if (socket === undefined) throw new Error("no socket was opened");
  return socket;
}
