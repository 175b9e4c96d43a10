// Reads PDUs (SMPP 3.4). Reading never fails, whatever a PDU contains: an unfinished field ends
// with its PDU, and only an impossible length loses the beginning of the next PDU.

export type Pdu = { command: number; status: number; sequence: number; body: Buffer };

export const commands = {
  deliverSm: 0x05,
  unbind: 0x06,
  outbind: 0x0b,
  enquireLink: 0x15,
  alertNotification: 0x102,
  dataSm: 0x103,
  genericNack: 0x8000_0000,
} as const;

const responseBit = 0x8000_0000;
export const responseTo = (command: number): number => (command | responseBit) >>> 0;
export const isResponse = ({ command }: Pdu): boolean => command >= responseBit;

const headerBytes = 16;
/** A parameter has at most 64 KB, so a longer PDU is not SMPP. */
const pduBytesMax = 128 * 1024;
const piecesMax = 64;

/** @returns a function that takes incoming data; false once the next PDU cannot be found */
export function pduReader(onPdu: (pdu: Pdu) => void): (chunk: Buffer) => boolean {
  let held: Buffer[] = [];
  let size = 0;
  let wanted = 0;
  return (chunk) => {
    held.push(chunk);
    size += chunk.length;
    if (size < wanted && held.length < piecesMax) return true;
    let bytes = Buffer.concat(held);
    wanted = 4;
    while (bytes.length >= 4) {
      wanted = bytes.readUInt32BE(0);
      if (wanted < headerBytes || wanted > pduBytesMax) return false;
      if (bytes.length < wanted) break;
      onPdu({
        command: bytes.readUInt32BE(4),
        status: bytes.readUInt32BE(8),
        sequence: bytes.readUInt32BE(12),
        body: bytes.subarray(headerBytes, wanted),
      });
      bytes = bytes.subarray(wanted);
      wanted = 4;
    }
    held = [bytes];
    size = bytes.length;
    return true;
  };
}

/** A response without content; an accepted message is answered with an empty id. */
export function encodeResponse(command: number, sequence: number, status: number): Buffer {
  const withId = command === commands.deliverSm || command === commands.dataSm;
  const pdu = Buffer.alloc(headerBytes + (withId && status === 0 ? 1 : 0));
  pdu.writeUInt32BE(pdu.length, 0);
  pdu.writeUInt32BE(responseTo(command), 4);
  pdu.writeUInt32BE(status, 8);
  pdu.writeUInt32BE(sequence, 12);
  return pdu;
}

/** A deliver_sm or data_sm. */
export type Delivered = {
  esmClass: number;
  /** Of sender and recipient; SMSCs differ in which one is the phone. */
  addresses: readonly string[];
  text: string;
  /** The complete parameters, by tag. */
  parameters: ReadonlyMap<number, Buffer>;
};

const messagePayload = 0x0424;
const udhIndicator = 0x40;

export function readDelivered({ command, body }: Pdu): Delivered {
  const { string, byte, bytes, parameters } = bodyReader(body);
  string();
  const addresses = [0, 0].map(() => {
    byte();
    byte();
    return string();
  });
  const esmClass = byte();
  let text: Buffer = Buffer.alloc(0);
  if (command === commands.deliverSm) {
    bytes(2);
    string();
    string();
    bytes(4);
    const length = byte();
    text = bytes(length);
    // A truncated id could be the id of another message.
    if (text.length < length) text = text.subarray(0, Math.max(0, text.lastIndexOf(' ')));
  } else bytes(2);
  const found = parameters();
  const payload = found.get(messagePayload) ?? Buffer.alloc(0);
  const parts = [text, payload].map((part) => textOf(part, (esmClass & udhIndicator) !== 0));
  return { esmClass, addresses, text: parts.join(' ').trim(), parameters: found };
}

function bodyReader(body: Buffer) {
  let at = 0;
  const bytes = (length: number) => {
    const found = body.subarray(at, at + length);
    at += length;
    return found;
  };
  return {
    bytes,
    byte: () => bytes(1)[0] ?? 0,
    string: () => {
      const end = body.indexOf(0, at);
      const found = bytes(end === -1 ? body.length : end - at);
      at += 1;
      return found.toString('latin1').trim();
    },
    parameters: () => {
      const found = new Map<number, Buffer>();
      while (at + 4 <= body.length) {
        const [tag, length] = [body.readUInt16BE(at), body.readUInt16BE(at + 2)];
        at += 4;
        if (at + length > body.length) break;
        found.set(tag, bytes(length));
      }
      return found;
    },
  };
}

/**
 * A receipt is in ASCII, whatever its data coding says, because many SMSCs copy the message's. In
 * UCS-2 every second byte of ASCII is 0. In GSM 7 bit the underscore is 0x11.
 */
function textOf(bytes: Buffer, mayHaveHeader: boolean): string {
  const [length = 0] = bytes;
  // No text begins with a control character: some SMSCs copy the indicator without a header.
  const header = mayHaveHeader && length < 0x20 ? length + 1 : 0;
  return bytes.toString('latin1', header).replaceAll('\0', '').replaceAll('\u0011', '_');
}

/** The text up to the first zero byte, as in a response. */
export function firstText(bytes: Buffer | undefined): string {
  const end = bytes?.indexOf(0) ?? -1;
  return bytes?.toString('latin1', 0, end === -1 ? bytes.length : end) ?? '';
}

export const numberIn = (bytes: Buffer | undefined): number | undefined =>
  bytes && bytes.length > 0 && bytes.length <= 4 ? bytes.readUIntBE(0, bytes.length) : undefined;
