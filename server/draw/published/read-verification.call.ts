import type { AnswerOf } from '@inaam/contract/console/calls.ts';
import { campaignAheadMs } from '../../platform/clock-offset.rules.ts';
import { isVerifying, readLastVerification } from './draw-verifications.sql.ts';
import type { ConsoleContext, ConsoleHandler } from '../../console/context.ts';

type Verification = AnswerOf<'readVerification'>;

export const readVerification: ConsoleHandler<'readVerification'> = (context) =>
  verificationOf(context);

export async function verificationOf(context: ConsoleContext): Promise<Verification> {
  const { database, campaign } = context;
  const running = await runningOf(context);
  const last = await readLastVerification(database, campaign.id);
  return { running, last: last ? lastOf(context, last) : null };
}

async function runningOf(context: ConsoleContext): Promise<Verification['running']> {
  const { database, campaign, clocks, drawVerifier } = context;
  const own = drawVerifier.progress();
  if (own) {
    const { phase, copied, entries, since } = own;
    const seconds = Math.max(0, Math.round((clocks.wall() - since) / 1000));
    return { phase, copied, entries, seconds };
  }
  if (!(await isVerifying(database, campaign.id))) return null;
  return { phase: 'elsewhere', copied: 0, entries: 0, seconds: 0 };
}

type Stored = NonNullable<Awaited<ReturnType<typeof readLastVerification>>>;

function lastOf({ clocks }: ConsoleContext, { at, by, details }: Stored): Verification['last'] {
  const { result, isWhole, entries, text } = details;
  return {
    result: result === 'valid' || result === 'notValid' ? result : 'failed',
    isWhole: isWhole === true,
    entries: typeof entries === 'number' ? entries : 0,
    at: at + campaignAheadMs(clocks),
    by,
    text: typeof text === 'string' ? text : '',
  };
}
