import { recordAudit, type Audit } from '../database/audit-log.ts';
import { longStatement, transaction, type Database } from '../database/database.ts';

type Withdrawal = {
  batch: number;
  max: number;
  now: number;
  auditOf: (codes: number) => Audit;
  limitMs: number;
};

/** @param max stops counting here. @returns undefined: there is no such batch */
export async function countWithdrawable(
  database: Database,
  campaign: string,
  { batch, max }: { batch: number; max: number },
): Promise<{ free: number; kept: number } | undefined> {
  const { rows } = await database.query<{ free: number; kept: number }>(
    `select free, case when withdrawn_at is null and free < $3 then codes - free else 0 end as kept
     from inaam.voucher_batch cross join lateral (
       select count(*)::integer as free from (
         select from inaam.voucher
         where batch = number and pseudonym is null and voucher.withdrawn_at is null limit $3) as code) as counted
     where campaign = $1 and number = $2`,
    [campaign, batch, max],
  );
  return rows[0];
}

/**
 * Permanently removes unassigned codes of a batch from the stock. A code that is being assigned
 * stays with its winner.
 * @param now wall time, ms
 * @param auditOf gets how many codes were withdrawn
 * @returns how many
 */
export function withdrawVoucherBatch(
  database: Database,
  campaign: string,
  { batch, max, now, auditOf, limitMs }: Withdrawal,
): Promise<number> {
  return transaction(database, async (connection) => {
    await connection.query(
      `set local statement_timeout = ${limitMs}; set local lock_timeout = ${limitMs}`,
    );
    const at = new Date(now);
    const { rowCount } = await connection.query(
      longStatement(
        `update inaam.voucher set withdrawn_at = $3
         from (
           select code_index from inaam.voucher
           where campaign = $1 and batch = $2 and pseudonym is null and withdrawn_at is null
           limit $4 for update) as free
         where campaign = $1 and voucher.code_index = free.code_index`,
        [campaign, batch, at, max],
        limitMs,
      ),
    );
    const codes = rowCount ?? 0;
    if (codes === 0) return 0;
    await connection.query(
      'update inaam.voucher_batch set withdrawn_at = $3 where campaign = $1 and number = $2',
      [campaign, batch, at],
    );
    await recordAudit(connection, auditOf(codes));
    return codes;
  });
}
