import { recordAudit, type Audit } from '../audit-log.ts';
import { transaction, type Connection, type Database } from '../database.ts';
import { rescheduleOwed } from './jobs.ts';
import { rowKey } from '../batches/row-key.ts';

export type NewVoucher = {
  codeIndex: Buffer;
  codeSealed: Buffer;
  /** Whole rupees. */
  amount: number;
};

/** Lines count from 1: duplicates in the list, and codes that are in stock already. */
export type Loaded =
  | { kind: 'loaded'; count: number }
  | { kind: 'refused'; repeatedLines: number[]; knownLines: number[] };

const rowsMax = 5000;

class KnownCodesError extends Error {
  readonly knownLines: number[];
  constructor(knownLines: number[]) {
    super('Some voucher codes are in stock already.');
    this.knownLines = knownLines;
  }
}

/**
 * Loads all codes, or none if one is a duplicate or known. The same transaction writes the audit
 * row and reschedules the jobs that wait for stock.
 */
export async function loadVouchers(
  database: Database,
  campaign: string,
  vouchers: readonly NewVoucher[],
  now: number,
  audit?: Audit,
): Promise<Loaded> {
  const lines = vouchers.map((voucher, at) => ({
    ...voucher,
    key: rowKey(voucher.codeIndex),
    line: at + 1,
  }));
  const seen = new Set<string>();
  const repeatedLines = lines.flatMap(({ key, line }) => {
    if (seen.has(key)) return [line];
    seen.add(key);
    return [];
  });
  // Sorted by key, so that two simultaneous loads wait for each other instead of deadlocking.
  const sorted = lines.toSorted((a, b) =>
    a.key === b.key ? a.line - b.line : a.key < b.key ? -1 : 1,
  );
  try {
    await transaction(database, async (connection) => {
      const knownLines: number[] = [];
      for (let at = 0; at < sorted.length; at += rowsMax) {
        const part = sorted.slice(at, at + rowsMax);
        const added = await insert(connection, campaign, part, now);
        knownLines.push(...part.filter(({ key }) => !added.has(key)).map(({ line }) => line));
      }
      const known = knownLines.filter((line) => !repeatedLines.includes(line));
      if (repeatedLines.length > 0 || known.length > 0) throw new KnownCodesError(known);
      if (audit) await recordAudit(connection, audit);
      await rescheduleOwed(connection, campaign);
    });
  } catch (error) {
    if (!(error instanceof KnownCodesError)) throw error;
    return {
      kind: 'refused',
      repeatedLines,
      knownLines: error.knownLines.toSorted((a, b) => a - b),
    };
  }
  return { kind: 'loaded', count: vouchers.length };
}

async function insert(
  connection: Connection,
  campaign: string,
  vouchers: readonly NewVoucher[],
  now: number,
): Promise<Set<string>> {
  const { rows } = await connection.query<{ code_index: Buffer }>(
    `insert into inaam.voucher (campaign, code_index, code_sealed, amount, loaded_at)
     select $1, code_index, code_sealed, amount, $5
     from unnest($2::bytea[], $3::bytea[], $4::integer[]) as loaded (code_index, code_sealed, amount)
     on conflict do nothing
     returning code_index`,
    [
      campaign,
      vouchers.map((voucher) => voucher.codeIndex),
      vouchers.map((voucher) => voucher.codeSealed),
      vouchers.map((voucher) => voucher.amount),
      new Date(now),
    ],
  );
  return new Set(rows.map((row) => rowKey(row.code_index)));
}
