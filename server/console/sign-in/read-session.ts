import type { ConsoleHandler } from '../context.ts';

export const readSession: ConsoleHandler<'readSession'> = async (
  { campaign, clocks, signInLink },
  _fields,
  { id, name, role, expiresAt },
) => ({
  account: { id, name, role },
  campaign: { id: campaign.id, name: campaign.name },
  at: clocks.campaign(),
  expiresAt,
  isDemo: signInLink !== undefined,
});
