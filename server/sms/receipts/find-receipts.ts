// Finds receipts in a provider's request: one, a list, or a list in an object, at any depth that
// providers use.
import { textAtPath, parseJson } from '../gateway/read-answer.ts';
import type { ReceiptFields } from './receipt-schema.ts';

/** Nested texts, lists and objects. */
export const depthMax = 12;

/** `detail` accompanies the status. */
export type FoundReceipt = { reference: string; status: string; detail?: string };

/** `others`: how many items beside them are no receipts. */
export type Found = { receipts: readonly FoundReceipt[]; others: number };

export function findReceipts(whole: unknown, fields: ReceiptFields): Found {
  const { inside } = fields;
  const isThere = isObject(whole) && inside !== undefined && Object.hasOwn(whole, inside);
  const from = inside === undefined ? whole : isThere ? whole[inside] : undefined;
  const found = partsIn(from, fields, depthMax);
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

function partOf(item: object, { reference, status, detail }: ReceiptFields): Part {
  const found = {
    // Some providers write 0 if they have no reference.
    reference: firstText(item, reference, /^(?:0|null)?$/),
    status: firstText(item, status),
    detail: detail && firstText(item, detail),
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
export async function readBody(body: Uint8Array, type: string, deep: number): Promise<unknown> {
  const text = textOf(body).trim();
  const json = parseJson(text);
  if (typeof json === 'object') return withNested(json, deep);
  const form = /^multipart\//i.test(type)
    ? await partsOf(body, type)
    : text.includes('=') && Object.fromEntries(new URLSearchParams(text));
  return form ? withNested(form, deep) : undefined;
}

/** A byte order mark at the start selects the encoding, and is removed. */
function textOf(body: Uint8Array): string {
  const [first, second] = body;
  const encoding =
    first === 0xff && second === 0xfe
      ? 'utf-16le'
      : first === 0xfe && second === 0xff
        ? 'utf-16be'
        : 'utf-8';
  return new TextDecoder(encoding).decode(body);
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
