// What a printer gets of the codes of a batch, as a stream: there may be millions.
import { shownPackCode } from '@inaam/contract/pack-code.ts';
import { writeNewFile } from '../platform/new-files.ts';

/** Of one pack. */
type PrintedCode = { code: string; link: string };

/** What its QR code opens. @param id a code, or the label of a batch that is only counted */
export const packLink = (site: string, id: string) =>
  `${site}/?utm_source=qrcode&id=${encodeURIComponent(id)}`;

/** @param onWritten gets how many codes there are so far */
export function writePackList(
  file: string,
  codes: Iterable<PrintedCode>,
  onWritten: (count: number) => void,
): Promise<void> {
  function* lines() {
    let count = 0;
    yield 'code,printed,link\n';
    for (const { code, link } of codes) {
      yield `${code},${shownPackCode(code)},${link}\n`;
      count += 1;
      onWritten(count);
    }
  }
  return writeNewFile(file, lines());
}
