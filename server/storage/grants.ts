// One transaction per batch, serialized by the head's lock: reward, deck, ledger, message and job
// are written together or not at all.
import {
  decideRewards,
  type Grant,
  type NoGrantReason,
  type RewardRules,
} from '../rules/reward.ts';
import { batched, type Batched } from './batch.ts';
import type { Database } from './database.ts';
import type { Lane } from './lane.ts';
import { lockDraw, type LockedDraw } from './lock-draw.ts';
import { lockThenWrite, type Decision } from './lock-then-write.ts';
import { rowKey } from './row-key.ts';
import { grantsWrite } from './write-grants.ts';

/** `today`: Indian day by the campaign's clock; fixed rewards and pacing depend on it. */
export type RewardClaim = { pseudonym: Buffer; today: string; now: number };

/** `newKind`: only for the claim that was granted the reward. `unknown`: no such participant. */
export type Granted =
  | { amount: number; newKind?: Grant['kind'] }
  | { amount: undefined; newKind?: undefined; why: NoGrantReason | 'revealed' | 'unknown' };

/**
 * Idempotent: concurrent claims of one participant all get the same reward. Waits for the head also
 * if the participant has the reward already.
 */
export function grantRewards(
  database: Database,
  campaign: string,
  rules: RewardRules,
  lane?: Lane,
): Batched<RewardClaim, Granted> {
  return batched(
    keyOf,
    (claims) =>
      lockThenWrite(
        database,
        (connection) => lockDraw(connection, campaign, claims.map(pseudonymOf)),
        (draw) => decide(claims, rules, draw),
      ),
    undefined,
    lane,
  );
}

const pseudonymOf = ({ pseudonym }: RewardClaim) => pseudonym;

function decide(
  claims: readonly RewardClaim[],
  rules: RewardRules,
  draw: LockedDraw,
): Decision<Map<string, Granted>> {
  const { answers, open } = answerWithoutDeciding(claims, draw);
  const { grants, after } = decideRewards(open, rules, draw.deck);
  const granted = open.flatMap((claim, place) => {
    const grant = grants[place] ?? 'empty';
    const isGranted = typeof grant === 'object';
    answers.set(
      keyOf(claim),
      isGranted ? { amount: grant.amount, newKind: grant.kind } : { amount: undefined, why: grant },
    );
    return isGranted ? [{ ...claim, grant }] : [];
  });
  const write = granted.length > 0 ? grantsWrite(draw.head, after, granted) : undefined;
  return { result: answers, write };
}

const keyOf = (claim: RewardClaim) => rowKey(claim.pseudonym);

type OpenClaim = RewardClaim & { state: string };

/** Answers the claims that nothing is to be decided for; `open` are the others. */
function answerWithoutDeciding(
  claims: readonly RewardClaim[],
  { granted, states, isRevealed }: LockedDraw,
): { answers: Map<string, Granted>; open: OpenClaim[] } {
  const answers = new Map<string, Granted>();
  const open = claims.flatMap((claim, place): OpenClaim[] => {
    const amount = granted[place] ?? undefined;
    const state = states[place] ?? undefined;
    if (amount !== undefined) answers.set(keyOf(claim), { amount });
    else if (isRevealed) answers.set(keyOf(claim), { amount, why: 'revealed' });
    else if (state === undefined) answers.set(keyOf(claim), { amount, why: 'unknown' });
    else return [{ ...claim, state }];
    return [];
  });
  return { answers, open };
}
