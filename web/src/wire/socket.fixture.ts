// A socket of which a test is the other end.
import type { ClientMessage, ServerMessage } from "./messages";
import type { Socket } from "./wire";

export class FakeSocket implements Socket {
  onopen: Socket["onopen"] = null;
  onmessage: Socket["onmessage"] = null;
  onclose: Socket["onclose"] = null;
  onerror: Socket["onerror"] = null;
  readonly sent: ClientMessage[] = [];
  is_closed = false;
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {
    this.is_closed = true;
  }
  open(): void {
    this.onopen?.();
  }
  tell(message: ServerMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  end(code = 1006): void {
    this.onclose?.({ code });
  }
}
