// A provider's books, and its bad habits. `fake-cashfree.ts` and `fake-razorpayx.ts` speak for it.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

export type FakeState = 'pending' | 'paid' | 'failed' | 'reversed';
export type FakeTransfer = {
  key: string;
  rupees: number;
  id: string;
  state: FakeState;
  code: string;
};

/** Of the next request to pay. `lost`: it is done, and the answer is not heard. */
export type Habit = 'lost' | 'busy' | 'broken' | 'early' | 'down' | 'none';

export class FakeBank {
  readonly transfers = new Map<string, FakeTransfer>();
  /** What became of each, in order. */
  readonly history: { key: string; state: FakeState }[] = [];
  /** Rupees. */
  balance = 100_000;
  /** Of the next requests to pay, first come first. */
  habits: Habit[] = [];
  /** Each request is answered so. */
  always: 'broken' | 'forbidden' | undefined;
  /** What becomes of a transfer at once. */
  outcome: { state: FakeState; code: string } = { state: 'pending', code: '' };
  /** Calls to pay that were heard, with repeated ones. */
  sends = 0;
  onSend: ((transfer: FakeTransfer) => Promise<void>) | undefined;
  names = new Map<string, string>();
  numbers = new Map<string, string>();

  /** @returns undefined: it was there before */
  pay(key: string, rupees: number, id: string): FakeTransfer | undefined {
    if (this.transfers.has(key)) return undefined;
    const { state, code } =
      this.balance < rupees
        ? { state: 'failed' as const, code: 'INSUFFICIENT_BALANCE' }
        : this.outcome;
    const transfer = { key, rupees, id, state: 'pending' as FakeState, code: '' };
    this.transfers.set(key, transfer);
    this.balance -= rupees;
    this.become(key, state, code);
    return transfer;
  }

  become(key: string, state: FakeState, code = ''): void {
    const transfer = this.transfers.get(key);
    if (!transfer) throw new Error('Failed to change a transfer: there is none.');
    if (state === 'failed' || state === 'reversed') this.balance += transfer.rupees;
    Object.assign(transfer, { state, code });
    this.history.push({ key, state });
  }

  /** Of all transfers that were paid and did not come back, rupees by UPI id. */
  paidTo(): Map<string, number> {
    const sums = new Map<string, number>();
    for (const { id, rupees, state } of this.transfers.values()) {
      if (state === 'paid') sums.set(id, (sums.get(id) ?? 0) + rupees);
    }
    return sums;
  }
}

export type Asked = {
  method: string;
  url: URL;
  headers: IncomingMessage['headers'];
  body: unknown;
};
export type Answered = { status: number; json: unknown };

/** @param answer `isPayment`: habits are of these requests */
export async function listen(
  bank: FakeBank,
  answer: (asked: Asked) => Answered,
  isPayment: (asked: Asked) => boolean,
): Promise<{ address: string; close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    void reply(request, response).catch(() => response.destroy());
  });
  async function reply(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    const { method = '', url = '', headers } = request;
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    const asked = { method, url: new URL(url, 'http://127.0.0.1'), headers, body };
    const habit = isPayment(asked) ? bank.habits.shift() : undefined;
    if (isPayment(asked)) bank.sends += 1;
    const send = ({ status, json }: Answered) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
    if (bank.always === 'forbidden') return void send({ status: 403, json: {} });
    if (bank.always === 'broken') return void send({ status: 502, json: 'Bad gateway' });
    if (habit === 'down') return void response.destroy();
    if (habit === 'busy') return void send({ status: 429, json: { code: 'too_many_requests' } });
    const answered = answer(asked);
    // The web hook comes before the answer.
    const newest = [...bank.transfers.values()].at(-1);
    if (habit === 'early' && newest) await bank.onSend?.(newest);
    if (habit === 'broken') return void send({ status: 500, json: { code: 'internal_error' } });
    if (habit === 'lost') return void response.destroy();
    send(answered);
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const place = server.address();
  const port = typeof place === 'object' && place ? place.port : 0;
  return {
    address: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
