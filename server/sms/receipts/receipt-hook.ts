// Receipts that a provider sends by HTTP: authentication and content.
import { addressMatcher } from '../../platform/addresses.ts';
import { constantTimeEqual } from '../../platform/keys.ts';
import {
  meaningOf,
  receiptOf,
  type Receipt,
  type ReceiptAccess,
  type ReceiptFields,
} from './receipt-schema.ts';
import { textAtPath, parseJson } from '../gateway/read-answer.ts';

export type HookRequest = {
  address: string;
  header: (name: string) => string | undefined;
  query: Readonly<Record<string, unknown>>;
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
  read(request: HookRequest): Promise<ReadReceipts>;
};

const referenceLengthMax = 200;

export function receiptHook(
  path: string,
  access: ReceiptAccess,
  fields: ReceiptFields,
): ReceiptHook {
  const { secret, words = {} } = access;
  const named = new Map(
    Object.entries(words).map(([word, meaning]) => [word.toLowerCase(), meaning]),
  );
  const isListed = addressMatcher(access.addresses);
  return {
    path,
    isKnown: ({ address, header }) =>
      (access.addresses.length === 0 || isListed(address)) &&
      (!secret || constantTimeEqual(header(secret.header) ?? '', secret.value)),
    read: (request) =>
      readReceipts(
        request,
        fields,
        (status, text) =>
          named.get(text.toLowerCase()) ??
          named.get(status.toLowerCase()) ??
          meaningOf(fields, text),
      ),
  };
}

type Meaning = (status: string, text: string) => ReturnType<typeof meaningOf>;

async function readReceipts(
  { body, query, header }: HookRequest,
  fields: ReceiptFields,
  meaning: Meaning,
): Promise<ReadReceipts> {
  const whole =
    body.length === 0 ? query : await readBody(body, header('content-type') ?? '', depthMax);
  if (whole === undefined) return notOne('neither JSON nor a form');
  const found = findReceipts(whole, fields);
  if (found.receipts.length === 0) return notOne('no reference with a status');
  const read = found.receipts.map((one) => readReceipt(one, meaning));
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
function readReceipt(
  { reference, status, detail, number }: FoundReceipt,
  meaning: Meaning,
): Receipt | string | undefined {
  if (!canBeStored(reference)) return 'a reference that cannot be stored';
  const known = meaning(status, [status, detail].filter(Boolean).join(' ').slice(0, 200));
  if (known === undefined) return 'an unknown status';
  const receipt = receiptOf(reference, known);
  const mobile = /^(?:\+?91|0)?([5-9]\d{9})$/.exec((number ?? '').replaceAll(/[\s-]/g, ''))?.[1];
  return receipt && mobile !== undefined ? { ...receipt, mobile } : receipt;
}

const onceEach = (receipts: readonly Receipt[]): Receipt[] => [
  ...new Map(receipts.map((one) => [JSON.stringify([one.reference, one.outcome]), one])).values(),
];

/** PostgreSQL texts cannot contain NUL. */
const canBeStored = (reference: string) =>
  reference.length <= referenceLengthMax && !reference.includes('\0');

// Finds receipts in a provider's request: one, a list, or a list in an object, at any depth that
// providers use.

/** Nested texts, lists and objects. */
const depthMax = 12;

/** `detail` accompanies the status. */
type FoundReceipt = { reference: string; status: string; detail?: string; number?: string };

/** `others`: how many items beside them are no receipts. */
export type Found = { receipts: readonly FoundReceipt[]; others: number };

export function findReceipts(whole: unknown, fields: ReceiptFields): Found {
  const found = partsIn(whole, fields, depthMax);
  const receipts = found.filter(isWhole);
  return { receipts, others: found.length - receipts.length };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The fields of a receipt that an object has; an outer object may have the rest. */
type Part = Partial<FoundReceipt>;

const isWhole = (part: Part): part is FoundReceipt =>
  part.reference !== undefined && part.status !== undefined;

function partsIn(value: unknown, fields: ReceiptFields, deep: number): Part[] {
  if (deep === 0) return [];
  if (Array.isArray(value)) {
    return value.flatMap((one) => {
      const parts = partsIn(one, fields, deep - 1);
      return parts.length === 0 ? [{}] : parts;
    });
  }
  if (!isObject(value)) return [];
  const own = partOf(value, fields);
  const within = Object.values(value);
  const listed = within
    .filter((one) => Array.isArray(one))
    .flatMap((one) => partsIn(one, fields, deep - 1));
  // A list of complete receipts wins, even if the object around it looks like one too.
  if (listed.some(isWhole)) return listed;
  if (isWhole(own)) return [own];
  const below = within
    .filter(isObject)
    .flatMap((one) => partsIn(one, fields, deep - 1))
    .concat(listed)
    .filter((part) => Object.keys(part).length > 0);
  return below.length === 0 ? [own] : below.map((part) => ({ ...own, ...part }));
}

function partOf(item: object, { reference, status, detail, number }: ReceiptFields): Part {
  const found = {
    // Some providers write 0 if they have no reference.
    reference: firstText(item, reference, /^(?:0|null)?$/),
    status: firstText(item, status),
    detail: detail && firstText(item, detail),
    number: number && firstText(item, number),
  };
  return Object.fromEntries(Object.entries(found).filter(([, text]) => text !== undefined));
}

/** The first of several names that has a value. */
const firstText = (item: object, names: string | readonly string[], nothing = /^$/) =>
  [names]
    .flat()
    .map((name) => textAtPath(item, name)?.trim())
    .find((text) => text !== undefined && !nothing.test(text));

// Recognizes the content regardless of the declared type: some providers send JSON as a form, or
// declare an invalid type or none.

/**
 * Texts that contain JSON are parsed.
 * @param deep maximum depth of nested texts, lists and objects
 * @returns undefined if it is neither JSON nor a form
 */
async function readBody(body: Uint8Array, type: string, deep: number): Promise<unknown> {
  const text = new TextDecoder().decode(body).trim();
  const json = parseJson(text);
  if (typeof json === 'object') return withNested(json, deep);
  const form = /^multipart\//i.test(type)
    ? await partsOf(body, type)
    : text.includes('=') && Object.fromEntries(new URLSearchParams(text));
  return form ? withNested(form, deep) : undefined;
}

async function partsOf(body: Uint8Array, type: string): Promise<object | undefined> {
  try {
    const headers = { 'content-type': type };
    const form = await new Response(Buffer.from(body), { headers }).formData();
    const fields = [...form].map(async ([name, value]): Promise<[string, string]> => [
      name,
      typeof value === 'string' ? value : await value.text(),
    ]);
    return Object.fromEntries(await Promise.all(fields));
  } catch {
    return undefined;
  }
}

function withNested(value: unknown, deep: number): unknown {
  if (deep === 0) return value;
  if (typeof value === 'string') {
    // Also after a byte order mark, which counts as white space here.
    const json = /^\s*[[{]/.test(value) ? parseJson(value.trim()) : undefined;
    return json === undefined ? value : withNested(json, deep - 1);
  }
  if (Array.isArray(value)) return value.map((one) => withNested(one, deep - 1));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, withNested(one, deep - 1)]),
  );
}
