// Receipts that a provider sends by HTTP: authentication and content.
import { createHmac } from 'node:crypto';
import { addressMatcher } from '../../platform/addresses.ts';
import { constantTimeEqual } from '../../platform/constant-time-equal.ts';
import { depthMax, findReceipts, type FoundReceipt, readBody } from './find-receipts.ts';
import {
  readStatus,
  type Receipt,
  type ReceiptAccess,
  type ReceiptFields,
} from './receipt-schema.ts';

export type HookRequest = {
  address: string;
  header: (name: string) => string | undefined;
  query: Readonly<Record<string, unknown>>;
  /** Unparsed, for the signature. */
  body: Uint8Array;
};

type ReadReceipts = {
  /** The final receipts, each once. */
  receipts: Receipt[];
  /** How many were readable, including those of messages in progress. */
  understood: number;
  notUnderstood: number;
  /** The fault of one that was not understood, without any of it. */
  reason: string;
};

export type ReceiptHook = {
  path: string;
  /** Checked before the body is read. */
  isKnown(request: Pick<HookRequest, 'address' | 'header'>): boolean;
  /** Always true if the path's requests are not signed. */
  isSigned(request: HookRequest): boolean;
  read(request: HookRequest): Promise<ReadReceipts>;
};

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
    isKnown: ({ address, header }) =>
      (access.addresses.length === 0 || isListed(address)) &&
      (!secret || constantTimeEqual(header(secret.header) ?? '', secret.value)),
    isSigned: (request) => !signature || isSigned(request, signature),
    read: (request) => readReceipts(request, fields),
  };
}

/** Without a body the receipt is in the address, which nothing signs. */
const isSigned = (
  { body, header }: HookRequest,
  { header: name, key, encoding, prefix }: NonNullable<ReceiptAccess['signature']>,
): boolean =>
  body.length > 0 &&
  constantTimeEqual(
    header(name) ?? '',
    prefix + createHmac('sha256', key).update(body).digest(encoding),
  );

async function readReceipts(
  { body, query, header }: HookRequest,
  fields: ReceiptFields,
): Promise<ReadReceipts> {
  const whole =
    body.length === 0 ? query : await readBody(body, header('content-type') ?? '', depthMax);
  if (whole === undefined) return notOne('neither JSON nor a form');
  const found = findReceipts(whole, fields);
  if (found.receipts.length === 0) return notOne('no reference with a status');
  const read = found.receipts.map((one) => receiptOf(one, fields));
  const faults = read.filter((one) => typeof one === 'string');
  return {
    receipts: onceEach(read.filter((one) => typeof one === 'object')),
    understood: read.length - faults.length,
    notUnderstood: faults.length + found.others,
    reason: faults.at(-1) ?? 'no reference with a status',
  };
}

const notOne = (reason: string): ReadReceipts => ({
  receipts: [],
  understood: 0,
  notUnderstood: 1,
  reason,
});

/** @returns a fault; undefined for a state that is not final */
function receiptOf(
  { reference, status, detail }: FoundReceipt,
  fields: ReceiptFields,
): Receipt | string | undefined {
  if (!canBeStored(reference)) return 'a reference that cannot be stored';
  const text = [status, detail].filter(Boolean).join(' ').slice(0, 200);
  const receipt = readStatus(fields, reference, text);
  if (receipt) return receipt;
  const { underWay } = fields;
  return underWay === undefined || new RegExp(underWay, 'u').test(text)
    ? undefined
    : 'an unknown status';
}

const onceEach = (receipts: readonly Receipt[]): Receipt[] => [
  ...new Map(receipts.map((one) => [JSON.stringify([one.reference, one.outcome]), one])).values(),
];

/** PostgreSQL texts cannot contain NUL. */
const canBeStored = (reference: string) =>
  reference.length <= referenceLengthMax && !reference.includes('\0');
