import { createReadStream, type ReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { LineProblem } from './line-problems.ts';
import {
  readVoucherFile,
  tooSoon,
  type ListedCode,
  type VoucherFileOptions,
} from './voucher-file.ts';
import { UsageError } from '../operator/command-context.ts';

export type VoucherFile = {
  lines: AsyncIterable<ListedCode | LineProblem>;
  /** 0 to 1 */
  share: () => number;
};

/** @throws UsageError if there is no such file, or the expiry of all codes is too soon */
export async function openVoucherFile(
  file: string,
  options: VoucherFileOptions,
): Promise<VoucherFile> {
  const { expiryOfAll = options.promisedUntil } = options;
  if (expiryOfAll < options.promisedUntil) {
    throw new UsageError(`What --expiry-of-all names ${tooSoon(options.promisedUntil)}.`);
  }
  const found = await stat(file).catch(() => undefined);
  if (!found) throw new UsageError(`File not found: ${file}.`);
  if (!found.isFile()) throw new UsageError(`${file} is not a file. Name the issuer's file.`);
  let source: ReadStream | undefined;
  async function* lines() {
    // Opened only when it is read, so a failure to open it is an error of the reader.
    source = createReadStream(file);
    yield* readVoucherFile(source, { ...options, remedies });
  }
  return {
    lines: lines(),
    share: () => (found.size === 0 ? 1 : (source?.bytesRead ?? 0) / found.size),
  };
}

const remedies = {
  code: '. Name it with --code-column',
  amount: '. Name it with --amount-column, or write --amount-of-all',
  amountOfAll: ', so leave --amount-of-all out',
  expiryOfAll: ', so leave --expiry-of-all out',
  separator: '. Say so with --separator',
};
