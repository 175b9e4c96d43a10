// Assignments are permanent. Constraints ensure one reward per code and one code per reward.
import { batched, type Batched, prepared, rowsByKey } from '../database/batches/batch.ts';
import type { Database } from '../database/database.ts';
import type { MessageState } from '../messages/messages.sql.ts';
import type { PackSource } from '../platform/pack-cipher.ts';

export type Assignment = {
  messageId: string;
  /** Wall time, ms. */
  now: number;
  /** `YYYY-MM-DD`: a code that expires sooner is not assigned. */
  promisedUntil: string;
};

export type VoucherMessage = {
  /** `held`: owed, but not sent until it is released; `unchecked`: until `draw` has checked it. */
  state: MessageState | 'held' | 'unchecked' | 'setAside';
  /** How often operators have resent it. */
  resends: number;
  pseudonym: Buffer;
  /** Whole rupees. */
  amount: number;
  /** Undefined if the personal data was erased. */
  mobileSealed: Buffer | undefined;
  /** Undefined without stock, or if the message ended before a code was assigned. */
  code: VoucherCode | undefined;
  mobileIndex: Buffer;
  /** Which participation of its number it is, or its bonus is of. */
  claim: number;
  /** The code of its pack. `source`: how it was made; null if it was loaded. */
  pack: { id: Buffer; source: PackSource | null } | undefined;
};

export type VoucherCode = {
  index: Buffer;
  sealed: Buffer;
  /** Wall time, ms. */ assignedAt: number;
};

type Row = {
  id: string;
  state: VoucherMessage['state'];
  resends: number;
  pseudonym: Buffer;
  amount: number;
  mobile_sealed: Buffer | null;
  code_index: Buffer | null;
  code_sealed: Buffer | null;
  assigned_at: Date | null;
  mobile_index: Buffer;
  claim: number;
  pack: Buffer | null;
  pack_source: PackSource | null;
};

/**
 * Assigns a code to each unfinished message while sufficiently valid stock lasts, moves the message
 * from `owed` to `assigned`, and returns the code. Idempotent: a reward keeps its code. A message
 * whose personal data was erased gets no code.
 */
export function assignVouchers(
  database: Database,
  campaign: string,
): Batched<Assignment, VoucherMessage | 'none'> {
  return batched(
    ({ messageId }) => messageId,
    async (assignments) => {
      const ids = assignments.map(({ messageId }) => messageId);
      // Use the latest: at midnight a batch may contain two days.
      const now = Math.max(...assignments.map((item) => item.now));
      const promisedUntil = assignments
        .map((item) => item.promisedUntil)
        .toSorted()
        .at(-1);
      const { rows } = await database.query<Row>(
        prepared('select * from inaam.assign_vouchers($1, $2::uuid[], $3, $4)', [
          campaign,
          ids,
          new Date(now),
          promisedUntil,
        ]),
      );
      const found = rowsByKey(rows, (row) => row.id);
      return new Map(ids.map((id) => [id, messageOf(found.get(id))]));
    },
  );
}

function messageOf(row: Row | undefined): VoucherMessage | 'none' {
  if (!row) return 'none';
  const { state, resends, pseudonym, amount } = row;
  return {
    state,
    resends,
    pseudonym,
    amount,
    mobileSealed: row.mobile_sealed ?? undefined,
    code: codeOf(row),
    mobileIndex: row.mobile_index,
    claim: row.claim,
    pack: row.pack ? { id: row.pack, source: row.pack_source } : undefined,
  };
}

function codeOf({ code_index, code_sealed, assigned_at }: Row): VoucherCode | undefined {
  if (!code_index || !code_sealed || !assigned_at) return undefined;
  return { index: code_index, sealed: code_sealed, assignedAt: assigned_at.getTime() };
}
