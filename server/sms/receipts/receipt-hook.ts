// Receipts that a provider sends by HTTP: who may, and what is in them.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { BlockList, isIP, isIPv6 } from 'node:net';
import { textAt } from '../http/text-at.ts';
import { readStatus, type Receipt } from './receipt.ts';
import type { ReceiptAccess, ReceiptFields } from './receipt-schema.ts';

export type HookRequest = {
  address: string;
  header: (name: string) => string | undefined;
  query: Readonly<Record<string, unknown>>;
  /** As it came, for the signature. */
  body: string;
};

export type ReceiptHook = {
  path: string;
  isAllowed(request: HookRequest): boolean;
  /** Undefined if it is not understood. */
  read(request: HookRequest): Receipt[] | undefined;
};

const receiptsMax = 200;
const referenceLengthMax = 200;

export function receiptHook(
  path: string,
  access: ReceiptAccess,
  fields: ReceiptFields,
): ReceiptHook {
  const { secret, signature } = access;
  const isNear = matcherOf(access.addresses);
  return {
    path,
    isAllowed: (request) =>
      (access.addresses.length === 0 || isNear(request.address)) &&
      (!secret || isEqual(request.header(secret.header) ?? '', secret.value)) &&
      (!signature ||
        isEqual(
          request.header(signature.header) ?? '',
          signature.prefix +
            createHmac('sha256', signature.key).update(request.body).digest(signature.encoding),
        )),
    read: (request) => {
      const items = itemsOf(request, fields.inside);
      return items?.flatMap((item) => receiptOf(item, fields) ?? []);
    },
  };
}

function receiptOf(item: unknown, fields: ReceiptFields): Receipt | undefined {
  const reference = textAt(item, fields.reference);
  const status = textAt(item, fields.status);
  if (!reference || status === undefined || reference.length > referenceLengthMax) return undefined;
  const detail = fields.detail === undefined ? undefined : textAt(item, fields.detail);
  return readStatus(fields, reference, [status, detail].filter(Boolean).join(' ').slice(0, 200));
}

/** One object or several: of JSON, of a form, or of the address. */
function itemsOf({ body, query, header }: HookRequest, inside: string | undefined) {
  const type = header('content-type') ?? '';
  const whole =
    body === ''
      ? query
      : type.startsWith('application/x-www-form-urlencoded')
        ? Object.fromEntries(new URLSearchParams(body))
        : parseJson(body);
  const inner = inside === undefined ? whole : parseJson(textAt(whole, inside) ?? '');
  if (typeof inner !== 'object' || inner === null) return undefined;
  const items: readonly unknown[] = Array.isArray(inner) ? inner : [inner];
  return items.length > receiptsMax ? undefined : items;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** In the same time wherever they differ, and whatever their lengths. */
const isEqual = (left: string, right: string): boolean =>
  timingSafeEqual(digest(left), digest(right));
const digest = (text: string) => createHash('sha256').update(text).digest();

function matcherOf(ranges: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => isIP(address) !== 0 && list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
