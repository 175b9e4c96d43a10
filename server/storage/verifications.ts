// One transaction: the code is consumed (once), the mobile becomes a participant, the ledger
// records it, and a token is issued. The caller has compared the code.
import type { QueryConfig } from 'pg';
import { admit } from '../rules/admission.ts';
import { shutOut } from '../rules/mobile-status.ts';
import { classifyCodeUse } from '../rules/try-code.ts';
import { batched, type Batched } from './batch.ts';
import type { Database } from './database.ts';
import type { Lane } from './lane.ts';
import { lockThenWrite } from './lock-then-write.ts';
import { lockVerifications, type LockedVerifications } from './lock-verifications.ts';
import { deviceAndMobileKeys } from './rate-limit-events.ts';
import { rowKey } from './row-key.ts';
import type { Verification } from './verification.ts';
import { verificationsWrite } from './write-verifications.ts';

export type Verified =
  | { kind: 'first' | 'again'; pseudonym: Buffer; state: string }
  /** The code is used, and nobody gets in. */
  | { kind: 'full' }
  | { kind: 'rewarded' }
  | { kind: 'blocked' }
  /** Another call used the code first, or it was replaced. */
  | { kind: 'raced' };

/** Of simultaneous calls with one code exactly one is `first`. */
export function recordVerifications(
  database: Database,
  campaign: string,
  lane?: Lane,
): Batched<Verification, Verified> {
  return batched(
    keyOf,
    (batch) =>
      lockThenWrite(
        database,
        (connection) => lockVerifications(connection, campaign, batch),
        (locked) => {
          const decided = decide(batch, locked);
          const result = new Map(decided.map(({ item, verified }) => [keyOf(item), verified]));
          return { result, write: writeOf(campaign, locked, decided) };
        },
      ),
    deviceAndMobileKeys,
    lane,
  );
}

const keyOf = (item: Verification) => rowKey(item.userKey, item.mobileIndex);

type Decided = {
  item: Verification;
  use: ReturnType<typeof classifyCodeUse>;
  isNew: boolean;
  verified: Verified;
};

function writeOf(
  campaign: string,
  { head }: LockedVerifications,
  decided: readonly Decided[],
): QueryConfig | undefined {
  const accepted = decided.filter(({ verified }) => verified.kind !== 'raced');
  if (accepted.length === 0) return undefined;
  return verificationsWrite(campaign, head, {
    used: accepted.filter(({ use }) => use === 'first').map(({ item }) => item),
    enrolled: decided.filter(({ isNew }) => isNew).map(({ item }) => item),
    verified: accepted.flatMap(({ item, verified }) =>
      'pseudonym' in verified ? [{ ...item, pseudonym: verified.pseudonym }] : [],
    ),
  });
}

function decide(batch: readonly Verification[], locked: LockedVerifications): Decided[] {
  const { codes, participants, statuses, head, capacity } = locked;
  const uses = batch.map(({ codeHash, now, t, isRepeat }, place) => {
    const code = codes[place];
    return code?.hash.equals(codeHash) ? classifyCodeUse({ ...code, now, t, isRepeat }) : 'raced';
  });
  const shut = batch.map(({ now }, place) => {
    const status = statuses[place];
    return status && shutOut(status, codes[place]?.usedAt ?? now);
  });
  // Without the head every accepted mobile is a participant.
  const newcomers = head
    ? batch.filter((_, place) => uses[place] !== 'raced' && !shut[place] && !participants[place])
    : [];
  const isAdmitted = admit(
    newcomers.map(({ admissionPool }) => admissionPool),
    capacity,
  );
  const admitted = new Set(newcomers.filter((_, place) => isAdmitted[place]));
  return batch.map((item, place) => {
    const use = uses[place] ?? 'raced';
    const isNew = admitted.has(item);
    const participant = participants[place] ?? (isNew ? item : undefined);
    return { item, use, isNew, verified: answerOf(use, shut[place], participant) };
  });
}

function answerOf(
  use: Decided['use'],
  shut: ReturnType<typeof shutOut>,
  participant: { pseudonym: Buffer; state: string } | undefined,
): Verified {
  if (use === 'raced') return { kind: 'raced' };
  if (shut) return { kind: shut };
  if (!participant) return { kind: 'full' };
  const { pseudonym, state } = participant;
  return { kind: use, pseudonym, state };
}
