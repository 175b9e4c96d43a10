import type { Database } from '../database/database.ts';
import { openStaging, type NewVoucher } from './voucher-staging.sql.ts';

/** Lines count from 1: repeated codes in the list, and codes that are in stock already. */
export type Loaded =
  | { kind: 'loaded'; count: number }
  | { kind: 'refused'; repeatedLines: number[]; knownLines: number[] };

const rowsMax = 5000;

/**
 * Loads all codes, or none if one is repeated or already in stock. The same transaction reschedules
 * the jobs that wait for stock.
 * @param now wall time, ms
 */
export async function loadVouchers(
  database: Database,
  campaign: string,
  vouchers: readonly NewVoucher[],
  now: number,
): Promise<Loaded> {
  const staging = await openStaging(database, campaign);
  try {
    const staged = vouchers.map((voucher, at) => ({ ...voucher, line: at + 1 }));
    for (let at = 0; at < staged.length; at += rowsMax) {
      await staging.add(staged.slice(at, at + rowsMax));
    }
    const refused = async (): Promise<Loaded | undefined> => {
      const { repeated, known } = await staging.review(vouchers.length);
      if (repeated.count === 0 && known.count === 0) return undefined;
      const repeatedLines = repeated.lines.map(({ line }) => line);
      const knownLines = known.lines
        .map(({ line }) => line)
        .filter((line) => !repeatedLines.includes(line));
      return { kind: 'refused', repeatedLines, knownLines };
    };
    const before = await refused();
    if (before) return before;
    if (vouchers.length === 0) return { kind: 'loaded', count: 0 };
    // Reschedules the jobs of all amounts; the assignment decides whether a code is valid long
    // enough.
    const stored = await staging.store({ now, promisedUntil: '-infinity' });
    if (stored.kind === 'stored') return { kind: 'loaded', count: vouchers.length };
    // Another load was faster, so its codes are in stock now.
    return (await refused()) ?? { kind: 'refused', repeatedLines: [], knownLines: [] };
  } finally {
    await staging.close();
  }
}
