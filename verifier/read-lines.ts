import { textOf } from './canonical-json.ts';
import { requireThat } from './mismatch.ts';

/** More than any entry has: a file without line feeds must not fill the memory. */
const lineMax = 65_536;
const lineFeed = 10;

/** @param see gets each line without its end, and its number from 1 */
export async function eachLine(
  chunks: AsyncIterable<Uint8Array>,
  see: (line: string, number: number) => void,
): Promise<void> {
  let number = 1;
  let rest: Uint8Array = new Uint8Array();
  const requireShort = ({ length }: Uint8Array) =>
    requireThat(length <= lineMax, number, 'the length', `${lineMax} bytes or less`, 'more');
  for await (const chunk of chunks) {
    rest = joined(rest, chunk);
    for (let end = rest.indexOf(lineFeed); end >= 0; end = rest.indexOf(lineFeed)) {
      const line = rest.subarray(0, end);
      requireShort(line);
      see(textOf(line, number), number);
      number += 1;
      rest = rest.subarray(end + 1);
    }
    requireShort(rest);
  }
  const torn = 'missing: the file was torn';
  requireThat(rest.length === 0, number, 'the end of the line', 'a line feed', torn);
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}
