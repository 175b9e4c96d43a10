// Receipts that a provider sends by HTTP: who may, and what is in them.
import { createHmac } from 'node:crypto';
import { addressMatcher } from '../../network/address-ranges.ts';
import { constantTimeEqual } from '../../crypto/constant-time-equal.ts';
import { parseJson } from '../http/parse-json.ts';
import { textAtPath } from '../http/json-path.ts';
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
  const isListed = addressMatcher(access.addresses);
  return {
    path,
    isAllowed: (request) =>
      (access.addresses.length === 0 || isListed(request.address)) &&
      (!secret || constantTimeEqual(request.header(secret.header) ?? '', secret.value)) &&
      (!signature || isSigned(request, signature)),
    read: (request) => {
      const items = itemsOf(request, fields.inside);
      return items?.flatMap((item) => receiptOf(item, fields) ?? []);
    },
  };
}

/** Without a body the receipt is in the address, which nothing would sign. */
const isSigned = (
  { body, header }: HookRequest,
  { header: name, key, encoding, prefix }: NonNullable<ReceiptAccess['signature']>,
): boolean =>
  body !== '' &&
  constantTimeEqual(
    header(name) ?? '',
    prefix + createHmac('sha256', key).update(body).digest(encoding),
  );

function receiptOf(item: unknown, fields: ReceiptFields): Receipt | undefined {
  const reference = textAtPath(item, fields.reference);
  const status = textAtPath(item, fields.status);
  if (!reference || status === undefined || !canBeStored(reference)) return undefined;
  const detail = fields.detail === undefined ? undefined : textAtPath(item, fields.detail);
  return readStatus(fields, reference, [status, detail].filter(Boolean).join(' ').slice(0, 200));
}

/** No text in PostgreSQL contains NUL; the provider would send such a receipt again for days. */
const canBeStored = (reference: string) =>
  reference.length <= referenceLengthMax && !reference.includes('\0');

/** One object or several: of JSON, of a form, or of the address. */
function itemsOf({ body, query, header }: HookRequest, inside: string | undefined) {
  const type = header('content-type') ?? '';
  const whole =
    body === ''
      ? query
      : type.startsWith('application/x-www-form-urlencoded')
        ? Object.fromEntries(new URLSearchParams(body))
        : parseJson(body);
  const inner = inside === undefined ? whole : parseJson(textAtPath(whole, inside) ?? '');
  if (typeof inner !== 'object' || inner === null) return undefined;
  const items: readonly unknown[] = Array.isArray(inner) ? inner : [inner];
  return items.length > receiptsMax ? undefined : items;
}
