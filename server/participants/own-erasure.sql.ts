// Erasure by a person who has proven the number. The database checks the proof again
// (inaam.erase_proven), against a mistake here: a `serve` taken over can write a session or a code,
// and so can erase anybody.
import {
  batched,
  batchedReads,
  type Batched,
  withNamedValues,
  prepared,
  rowKey,
  rowsByKey,
} from '../database/batches/batch.ts';
import type { Database } from '../database/database.ts';
import {
  addToCounters,
  counterValues,
  verifiedCounters,
  type Sender,
} from '../codes/send-counters.sql.ts';

export type OwnErasure = {
  userKey: string;
  /** Hash of the access token, or of the code if `mobileIndex` is given. */
  proof: Buffer;
  mobileIndex: Buffer | undefined;
  /** Of a code. */
  sender: Sender | undefined;
  /** Forfeit a voucher that has not been sent. */
  isForfeited: boolean;
  now: number;
};

/** `afterVoucher`: after the owed voucher is sent. */
type Erased = 'now' | 'afterVoucher';

const eraseQuery = withNamedValues(`
  with ${addToCounters}
  select place, inaam.erase_proven($1, user_key, proof, mobile_index, at, forfeit) as erased
  from unnest($userKeys::text[], $proofs::bytea[], $mobileIndexes::bytea[], $times::timestamptz[],
              $areForfeited::boolean[])
    with ordinality as item (user_key, proof, mobile_index, at, forfeit, place)`);

/** Idempotent: a proof gets the same answer for two days. `unproven`: nothing was changed. */
export function eraseProven(
  database: Database,
  campaign: string,
): Batched<OwnErasure, Erased | 'unproven'> {
  const keyOf = ({ userKey, proof }: OwnErasure) => rowKey(userKey, proof);
  return batched(
    keyOf,
    async (erasures) => {
      const { rows } = await database.query<{ place: string; erased: Erased | null }>(
        eraseQuery(campaign, {
          userKeys: erasures.map(({ userKey }) => userKey),
          proofs: erasures.map(({ proof }) => proof),
          mobileIndexes: erasures.map(({ mobileIndex }) => mobileIndex),
          times: erasures.map(({ now }) => new Date(now)),
          areForfeited: erasures.map(({ isForfeited }) => isForfeited),
          // A code that proves the number is a verified one.
          ...counterValues(
            erasures.flatMap(({ sender, now }) =>
              (sender ? verifiedCounters(sender) : []).map((name) => ({ name, now })),
            ),
          ),
        }),
      );
      const found = new Map(rows.map(({ place, erased }) => [Number(place), erased]));
      return new Map(
        erasures.map((item, at) => [keyOf(item), found.get(at + 1) ?? ('unproven' as const)]),
      );
    },
    // One number per transaction: two would be locked in arbitrary order.
    () => ['erasure'],
  );
}

/** From now on these mobiles get no codes. */
export function stopCodes(database: Database, campaign: string): Batched<Buffer, 'stopped'> {
  return batched(
    rowKey,
    async (mobileIndexes) => {
      await database.query(
        prepared(
          `insert into inaam.mobile_limits (campaign, mobile_index, codes_stopped)
           select $1, mobile_index, true from unnest($2::bytea[]) as item (mobile_index) order by mobile_index
           on conflict (campaign, mobile_index) do update set codes_stopped = true`,
          [campaign, mobileIndexes],
        ),
      );
      return new Map(mobileIndexes.map((index) => [rowKey(index), 'stopped']));
    },
    (mobileIndex) => [rowKey(mobileIndex)],
  );
}

/** The earlier answer to this proof. */
export function readErasures(
  database: Database,
  campaign: string,
): Batched<Buffer, Erased | 'none'> {
  return batchedReads(
    (proof) => rowKey(proof),
    async (proofs) => {
      const { rows } = await database.query<{ proof: Buffer; erased: Erased }>(
        prepared(
          `select proof, erased from inaam.erasure_receipt
           where campaign = $1 and proof = any ($2::bytea[])`,
          [campaign, proofs],
        ),
      );
      const found = rowsByKey(rows, (row) => rowKey(row.proof));
      return new Map(
        proofs.map((proof) => [rowKey(proof), found.get(rowKey(proof))?.erased ?? 'none']),
      );
    },
  );
}

/**
 * Erases participations whose voucher was sent after the withdrawal.
 * @returns how many could not be erased, and the SQLSTATE of the last
 */
export async function eraseWithdrawn(database: Database, campaign: string) {
  const { rows } = await database.query<{ failed: number; code: string }>(
    'select failed, code from inaam.erase_withdrawn($1)',
    [campaign],
  );
  return rows[0] ?? { failed: 0, code: '' };
}
