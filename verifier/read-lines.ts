import { requireThat } from './mismatch.ts';

/** More than any entry has: a file without line feeds must not fill the memory. */
const lineMax = 65_536;

/**
 * Splits a stream into lines. Rejects a file without a final line feed as truncated.
 * @param see gets each line without its end, and its number from 1
 */
export async function eachLine(
  chunks: AsyncIterable<Uint8Array>,
  see: (line: string, number: number) => void,
): Promise<void> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let number = 1;
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      see(line, number);
      number += 1;
    }
    requireThat(rest.length <= lineMax, number, 'the line', 'shorter', rest.length);
  }
  rest += decoder.decode();
  const torn = 'missing: the file was torn';
  requireThat(rest === '', number, 'the end of the line', 'a line feed', torn);
}
