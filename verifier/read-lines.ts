// Splits a stream into lines, one in memory at a time. Rejects a file without a final line feed as
// truncated.
import { lineBytesMax } from './ledger-entry.ts';
import { Mismatch } from './mismatch.ts';

const lineFeed = 10;

/**
 * Calls `see` with each line, without its end, until that returns false.
 * @param chunks may be views of the same memory
 * @param see gets a view that is valid until it returns, and the line's number from 1
 */
export async function eachLine(
  chunks: AsyncIterable<Buffer>,
  see: (line: Buffer, number: number) => boolean,
): Promise<void> {
  let number = 0;
  // A copy of an incomplete line whose end is in a later chunk.
  let begun = Buffer.alloc(0);
  for await (const chunk of chunks) {
    let from = 0;
    for (let to = chunk.indexOf(lineFeed); to !== -1; to = chunk.indexOf(lineFeed, from)) {
      number += 1;
      if (begun.length + to - from > lineBytesMax) throw tooLong(number);
      const end = chunk.subarray(from, to);
      if (!see(begun.length === 0 ? end : Buffer.concat([begun, end]), number)) return;
      begun = Buffer.alloc(0);
      from = to + 1;
    }
    if (begun.length + chunk.length - from > lineBytesMax) throw tooLong(number + 1);
    begun = Buffer.concat([begun, chunk.subarray(from)]);
  }
  if (begun.length > 0) {
    throw new Mismatch(
      { line: number + 1 },
      { what: 'the end of the line', expected: 'a line feed', found: 'missing: the file was torn' },
    );
  }
}

const tooLong = (line: number) =>
  new Mismatch(
    { line },
    { what: 'the line', expected: `of ${lineBytesMax} bytes at most`, found: 'longer' },
  );
