// What a provider sends is read by what it is, whatever it says that it is: some send JSON as a
// form, name a type that is none, or nothing.
import { parseJson } from '../gateway/parse-json.ts';

/**
 * Texts with JSON in them are read as what they contain.
 * @param deep how many texts, lists and objects in each other are looked at
 * @returns undefined for what is neither JSON nor a form
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

/** The mark at its start says how it is written, and is taken away. */
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
    // Also after a byte order mark, which is white space here.
    const json = /^\s*[[{]/.test(value) ? parseJson(value.trim()) : undefined;
    return json === undefined ? value : withNested(json, deep - 1);
  }
  if (Array.isArray(value)) return value.map((one) => withNested(one, deep - 1));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, withNested(one, deep - 1)]),
  );
}
