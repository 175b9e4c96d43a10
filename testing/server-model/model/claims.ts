import { day, hour } from './limits.ts';
import type { Claim } from './packs.ts';
import type { Number_, Participant } from './participants.ts';

/** How often a number may take part where each pack has a code, each time with another one. */
export const claimLimits = { perDay: 2, inAll: 3 };
export const once = { perDay: 1, inAll: 1 };

export function claimOf(
  { participations }: Number_,
  isRewarded: boolean,
  now: number,
  { perDay, inAll }: typeof claimLimits,
): Claim {
  if (participations.length > 0 && !isRewarded) return 'return';
  const ofDay = participations.filter(({ at }) => at >= dayStart(now));
  if (participations.length < inAll && ofDay.length < perDay) return 'new';
  return isAsked(participations.at(-1)) ? 'return' : 'limit';
}

/** In India. */
const dayStart = (now: number) => now - ((now + 5.5 * hour) % day);

/** Whether its question waits for an answer. */
export const isAsked = (participant: Participant | undefined) =>
  participant?.question !== undefined && participant.question.answer === undefined;
