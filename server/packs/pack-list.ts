// What a printer gets of the codes of a batch, as a stream: there may be millions.
import { shownPackCode } from '@inaam/contract/pack-code.ts';
import { writeNewFile } from '../platform/new-files.ts';

/** Of one pack. */
type PrintedCode = { code: string; link: string };

/** What its QR code opens. @param id a code, or the label of a batch that is only counted */
export const packLink = (site: string, id: string) =>
  `${site}/?utm_source=qrcode&id=${encodeURIComponent(id)}`;

const linesAtOnce = 1000;

/** @param onWritten gets how many codes there are so far */
export function writePackList(
  file: string,
  codes: Iterable<PrintedCode>,
  onWritten: (count: number) => void,
): Promise<void> {
  function* pieces() {
    let piece = 'code,printed,link\n';
    let count = 0;
    for (const { code, link } of codes) {
      piece += `${code},${shownPackCode(code)},${link}\n`;
      count += 1;
      if (count % linesAtOnce > 0) continue;
      yield piece;
      piece = '';
      onWritten(count);
    }
    yield piece;
  }
  return writeNewFile(file, pieces());
}
