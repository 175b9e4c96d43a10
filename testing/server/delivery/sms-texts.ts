import type { PDU } from 'smpp';

type Segment = { text: string; reference: number; place: number };

/** The texts that arrived at an SMSC, reassembled from their segments. */
export function textsOf(pdus: readonly PDU[]): string[] {
  const messages = new Map<string, Segment[]>();
  for (const [at, pdu] of pdus.entries()) {
    const segment = segmentOf(pdu['short_message']);
    const isWhole = segment.reference === -1;
    const key = `${String(pdu['destination_addr'])} ${isWhole ? `whole ${at}` : segment.reference}`;
    messages.set(key, [...(messages.get(key) ?? []), segment]);
  }
  return [...messages.values()].map((segments) =>
    segments
      .toSorted((one, other) => one.place - other.place)
      .map(({ text }) => text)
      .join(''),
  );
}

/** As the package parses it: a header of one element is tag, length, reference, total and index. */
function segmentOf(message: unknown): Segment {
  if (typeof message !== 'object' || message === null) throw new Error('There is no text.');
  const text = 'message' in message && typeof message.message === 'string' ? message.message : '';
  const element: unknown = 'udh' in message && Array.isArray(message.udh) ? message.udh[0] : [];
  if (!Buffer.isBuffer(element)) return { text, reference: -1, place: 0 };
  return { text, reference: element[2] ?? -1, place: element[4] ?? 0 };
}
