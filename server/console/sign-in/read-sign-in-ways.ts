import type { ConsoleHandler } from '../context.ts';

export const readSignInWays: ConsoleHandler<'readSignInWays'> = async ({
  openIdProvider,
  takesPasskeys,
}) => ({ company: openIdProvider?.name ?? null, hasPasskeys: takesPasskeys });
