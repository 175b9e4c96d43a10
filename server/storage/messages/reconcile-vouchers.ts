// After a restore to an earlier moment (`inaam.reconcile_vouchers`).
import { recordAudit, type Audit } from '../audit-log.ts';
import { transaction, type Database } from '../database.ts';

/** A voucher that the provider has sent. */
export type SentVoucher = { mobileIndex: Buffer; codeIndex: Buffer };

/**
 * - `known`: nothing was to be done.
 * - `assigned`: the code is given to the number's reward.
 * - `withdrawn`: the reward is lost; the code leaves the stock, and the number is blocked.
 * - `missing`: the code is not in the stock. If there is one, nothing is changed.
 * - `elsewhere`: another number has been given the code since the restore.
 */
type Outcome = 'known' | 'assigned' | 'withdrawn' | 'missing' | 'elsewhere';

/** `rupees`: of `missing` none is known. */
export type Reconciled = Readonly<Record<Outcome, { codes: number; rupees: number }>>;

class DryRun extends Error {}

/** @param change `at`: wall time, ms; `auditOf` undefined: only look */
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
      if (!change.auditOf || reconciled.missing.codes > 0) throw new DryRun();
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
    missing: of('missing'),
    elsewhere: of('elsewhere'),
  };
}
