// Reconciles the stock after a restore to an earlier moment (`inaam.reconcile_vouchers`).
import { recordAudit, type Audit } from '@inaam/server/database/audit-log.ts';
import { transaction, type Database } from '@inaam/server/database/database.ts';

/** @returns the indexes that are in the stock, in hex */
export async function findInStock(
  database: Database,
  campaign: string,
  indexes: readonly Buffer[],
): Promise<ReadonlySet<string>> {
  const { rows } = await database.query<{ code_index: Buffer }>(
    'select code_index from inaam.voucher where campaign = $1 and code_index = any ($2::bytea[])',
    [campaign, indexes],
  );
  return new Set(rows.map(({ code_index }) => code_index.toString('hex')));
}

/** The code is in the stock. */
export type SentVoucher = { mobileIndex: Buffer; codeIndex: Buffer };

/**
 * - `known`: nothing to do.
 * - `assigned`: the code is assigned to the number's reward.
 * - `withdrawn`: the restore lost the reward; the code leaves the stock, and the number is blocked.
 * - `elsewhere`: another number has got the code since the restore.
 */
type Outcome = 'known' | 'assigned' | 'withdrawn' | 'elsewhere';

export type Reconciled = Readonly<Record<Outcome, { codes: number; rupees: number }>>;

class DryRun extends Error {}

/** @param change `at`: wall time, ms; `auditOf` undefined: dry run */
export async function reconcileVouchers(
  database: Database,
  campaign: string,
  sent: readonly SentVoucher[],
  change: { at: number; auditOf: ((reconciled: Reconciled) => Audit) | undefined },
): Promise<Reconciled> {
  let reconciled: Reconciled | undefined;
  try {
    await transaction(database, async (connection) => {
      await connection.query(`set local statement_timeout = 0; set local lock_timeout = '60s'`);
      const { rows } = await connection.query<Row>(
        'select * from inaam.reconcile_vouchers($1, $2::bytea[], $3::bytea[], $4)',
        [
          campaign,
          sent.map(({ mobileIndex }) => mobileIndex),
          sent.map(({ codeIndex }) => codeIndex),
          new Date(change.at),
        ],
      );
      reconciled = reconciledOf(rows);
      if (!change.auditOf) throw new DryRun();
      await recordAudit(connection, change.auditOf(reconciled));
    });
  } catch (error) {
    if (!(error instanceof DryRun)) throw error;
  }
  return reconciled ?? reconciledOf([]);
}

type Row = { outcome: string; codes_found: string; rupees: string };

function reconciledOf(rows: readonly Row[]): Reconciled {
  const of = (outcome: Outcome) => {
    const row = rows.find((one) => one.outcome === outcome);
    return { codes: Number(row?.codes_found ?? 0), rupees: Number(row?.rupees ?? 0) };
  };
  return {
    known: of('known'),
    assigned: of('assigned'),
    withdrawn: of('withdrawn'),
    elsewhere: of('elsewhere'),
  };
}
