// Reads an AVIF's metadata without decoding it. ISO/IEC 14496-12 (boxes), 23008-12.

export type AvifFacts = { width: number; height: number };

/** Boxes that contain boxes, and how many bytes precede the inner ones. */
const containers = new Map([
  ['meta', 4],
  ['iprp', 0],
  ['ipco', 0],
]);
const headBytes = 8;

/** @returns undefined if this is not an AVIF of one picture, or is incomplete */
export function readAvif(file: Buffer): AvifFacts | undefined {
  const boxes = boxesOf(file);
  const brands = boxes?.find(({ type }) => type === 'ftyp')?.body.toString('latin1') ?? '';
  // A sequence has the brand `avis`: it would move, whatever the shopper prefers.
  if (boxes?.[0]?.type !== 'ftyp' || !brands.startsWith('avif')) return undefined;
  const has = (wanted: string) => boxes.some(({ type }) => type === wanted);
  if (!has('mdat') || !has('av1C')) return undefined;
  // Each part has a size; the largest is the whole picture's.
  const sizes = boxes.flatMap(({ type, body }) =>
    type === 'ispe' && body.length === 12
      ? [{ width: body.readUInt32BE(4), height: body.readUInt32BE(8) }]
      : [],
  );
  return sizes.toSorted((one, other) => other.width - one.width)[0];
}

type Box = { type: string; body: Buffer };

/** In file order, including nested boxes; undefined if one does not fit. */
function boxesOf(bytes: Buffer): Box[] | undefined {
  const boxes: Box[] = [];
  for (let at = 0; at < bytes.length;) {
    if (bytes.length - at < headBytes) return undefined;
    const size = bytes.readUInt32BE(at);
    if (size < headBytes || at + size > bytes.length) return undefined;
    const type = bytes.toString('latin1', at + 4, at + headBytes);
    const body = bytes.subarray(at + headBytes, at + size);
    boxes.push({ type, body });
    const own = containers.get(type);
    const within = own === undefined ? [] : boxesOf(body.subarray(own));
    if (within === undefined) return undefined;
    boxes.push(...within);
    at += size;
  }
  return boxes;
}
