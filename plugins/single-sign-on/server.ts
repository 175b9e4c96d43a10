import { signInReturnPath } from '@inaam/contract/console/sign-in.ts';
import type { ServerPlugin } from '../server-plugin.ts';
import { createOpenIdProvider } from './server/openid-provider.ts';
import { readSingleSignOn } from './settings.ts';

export const singleSignOn = {
  signIn: ({ origin, variables }) => {
    const { takesPasskeys, provider } = readSingleSignOn(variables);
    const returnTo = `${origin}${signInReturnPath}`;
    const openIdProvider = provider && createOpenIdProvider({ ...provider, returnTo });
    return { takesPasskeys, openIdProvider };
  },
} satisfies ServerPlugin;
