// The company's provider in the console's configuration.
import { signInReturnPath } from '@inaam/contract/console/sign-in.ts';
import {
  createOpenIdProvider,
  type OpenIdProvider,
} from '@inaam/server/console/sign-in/openid-provider.ts';
import type { TestProvider } from './openid-provider.ts';

export const returnTo = (origin: string): string => `${origin}${signInReturnPath}`;

export const consoleProvider = ({ issuer, client }: TestProvider): OpenIdProvider =>
  createOpenIdProvider({
    issuer,
    clientId: client.id,
    clientSecret: client.secret,
    name: 'Acme Tea',
    maxAgeSeconds: 1800,
    returnTo: client.returnTo,
  });
