import { requireThat } from './mismatch.ts';

const lineFeed = 10;
/** More than any entry has: a file without line feeds must not fill the memory. */
const lineBytesMax = 65_536;

/**
 * Splits a stream into lines. Rejects a file without a final line feed as truncated.
 * @param see gets each line without its end, and its number from 1
 */
export async function eachLine(
  chunks: AsyncIterable<Uint8Array>,
  see: (line: Uint8Array, number: number) => void,
): Promise<void> {
  let number = 1;
  let rest = new Uint8Array();
  for await (const chunk of chunks) {
    const bytes = new Uint8Array(rest.length + chunk.length);
    bytes.set(rest);
    bytes.set(chunk, rest.length);
    let from = 0;
    for (let to = bytes.indexOf(lineFeed); to !== -1; to = bytes.indexOf(lineFeed, from)) {
      see(bytes.subarray(from, to), number);
      number += 1;
      from = to + 1;
    }
    rest = bytes.subarray(from);
    requireThat(rest.length <= lineBytesMax, number, 'the line', 'shorter', rest.length);
  }
  const torn = 'missing: the file was torn';
  requireThat(rest.length === 0, number, 'the end of the line', 'a line feed', torn);
}
