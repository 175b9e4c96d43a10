import { setCampaignPause } from './pause.sql.ts';
import type { ConsoleContext, ConsoleHandler, SignedIn } from '../console/context.ts';
import { ConsoleRefusal, toConsoleRefusal } from '../console/refusal.ts';
import { auditOf } from '../console/audit-words.ts';

export const pauseCampaign: ConsoleHandler<'pauseCampaign'> = (context, fields, signedIn) =>
  changePause(context, { ...fields, isPaused: true }, signedIn);

export const resumeCampaign: ConsoleHandler<'resumeCampaign'> = (context, fields, signedIn) =>
  changePause(context, { ...fields, isPaused: false }, signedIn);

type Wanted = { campaign: string; reason: string; isPaused: boolean };

async function changePause(
  context: ConsoleContext,
  { campaign: typed, reason, isPaused }: Wanted,
  signedIn: SignedIn,
): Promise<{ isChanged: boolean; message: string }> {
  const { database, campaign } = context;
  if (typed.trim() !== campaign.id) {
    throw new ConsoleRefusal(
      'refused',
      `Nothing was changed: this is the console of "${campaign.id}". Type that to confirm.`,
    );
  }
  const { isChanged, sentence } = await toConsoleRefusal(
    setCampaignPause(database, campaign.id, {
      isPaused,
      audit: auditOf(context, signedIn, {
        reason,
        command: isPaused ? 'console campaign pause' : 'console campaign resume',
        details: {},
      }),
    }),
  );
  return { isChanged, message: sentence };
}
