// Assignments are permanent. Constraints ensure one reward per code and one code per reward.
import type { Database } from '../database/database.ts';
import type { DeliveryDependencies, VoucherWatch } from '../messages/delivery-dependencies.ts';
import { hidden, leaseDue, type Leased } from '../messages/outbox.sql.ts';
import { promisedUntil } from './voucher-validity.rules.ts';

export type TakenVoucher = Leased & {
  /** `held`: owed, but not sent until it is released; `unchecked`: until `draw` has checked it. */
  state: 'owed' | 'assigned' | 'held' | 'unchecked' | 'setAside';
  /** How often operators have resent it. */
  resends: number;
  pseudonym: Buffer;
  /** Whole rupees. */
  amount: number;
  /** Null if the personal data was erased. */
  mobileSealed: Buffer | null;
  /** Undefined without stock. */
  code: VoucherCode | undefined;
  mobileIndex: Buffer;
  /** Which participation of its number it is. */
  claim: number;
  purchase: BoundPurchase | undefined;
  isMeasured: boolean;
  /** Why it could not be measured, so that it must not be sent. */
  failure: unknown;
};

/** As a plugin's `purchase_of` returns it. */
export type BoundPurchase = { id: Buffer; source: unknown };

export type VoucherCode = {
  index: Buffer;
  sealed: Buffer;
  /** Wall time, ms. */ assignedAt: number;
};

type Row = Omit<TakenVoucher, 'code' | 'purchase' | 'until' | 'isMeasured' | 'failure'> & {
  code_index: Buffer | null;
  code_sealed: Buffer | null;
  assigned_at: Date | null;
  purchase: Buffer | null;
  purchase_source: unknown;
};

/**
 * Leases vouchers that are due, and assigns a code to each while sufficiently valid stock lasts. A
 * reward keeps its code. A message whose personal data was erased gets no code.
 * @param watches measure a voucher before it is taken while one of them may hold it
 */
export function takeVouchers(
  database: Database,
  campaign: string,
  clocks: DeliveryDependencies['clocks'],
  watches: readonly VoucherWatch[] = [],
): (max: number, given?: readonly string[]) => Promise<TakenVoucher[]> {
  const measure = async (ids: readonly string[]) => {
    const results = await Promise.allSettled(
      ids.map((id) => Promise.all(watches.map((watch) => watch.measure(id)))),
    );
    return new Map(
      results.flatMap((result, at) =>
        result.status === 'rejected' ? [[ids[at] ?? '', result.reason] as const] : [],
      ),
    );
  };
  const mayHold = () => watches.some((watch) => watch.mayHold());
  return leaseDue<Row, TakenVoucher>(database, campaign, {
    kind: 'voucher',
    take: `
      select voucher.*, free.priority, free.was_due
      from inaam.take_vouchers($1, array(select id from free), $10, ${hidden}, $11, $12) as voucher
      join free using (id)`,
    select: `
      select *, mobile_sealed as "mobileSealed", mobile_index as "mobileIndex" from leased
      order by was_due`,
    values: (unmeasured) => [
      [...(unmeasured?.keys() ?? [])],
      new Date(clocks.wall()),
      promisedUntil(clocks.campaign()),
    ],
    preparation: () => (mayHold() ? measure : undefined),
    itemOf: (row, until, unmeasured) => ({
      ...row,
      until,
      code: codeOf(row),
      purchase: row.purchase ? { id: row.purchase, source: row.purchase_source } : undefined,
      isMeasured: unmeasured !== undefined,
      failure: unmeasured?.get(row.id),
    }),
  });
}

function codeOf({ code_index, code_sealed, assigned_at }: Row): VoucherCode | undefined {
  if (!code_index || !code_sealed || !assigned_at) return undefined;
  return { index: code_index, sealed: code_sealed, assignedAt: assigned_at.getTime() };
}
