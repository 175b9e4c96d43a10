// Many small values as one, which threads hand over without copying.

export type Packed = { bytes: Uint8Array<ArrayBuffer>; lengths: Uint32Array<ArrayBuffer> };

export function pack(values: readonly Uint8Array[]): Packed {
  const lengths = Uint32Array.from(values, ({ length }) => length);
  const bytes = new Uint8Array(lengths.reduce((sum, length) => sum + length, 0));
  let at = 0;
  for (const value of values) {
    bytes.set(value, at);
    at += value.length;
  }
  return { bytes, lengths };
}

/** @returns views of the packed bytes */
export function unpack({ bytes, lengths }: Packed): Buffer[] {
  let end = 0;
  return Array.from(lengths, (length) => {
    end += length;
    return Buffer.from(bytes.buffer, bytes.byteOffset + end - length, length);
  });
}
