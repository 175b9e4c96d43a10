// The company's provider in the console's configuration, and the steps of a single sign-on, as in
// the page.
import * as z from 'zod';
import type { Person } from './console-people.ts';
import type { TestConsole } from './test-console.ts';
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

type Begun = { address: URL; flow: string };

export async function beginSingleSignOn(
  site: TestConsole,
  person: Person,
  token: string | null = null,
): Promise<Begun> {
  const { body, flow = '' } = await site.call('startSingleSignOn', { token }, person);
  const { address } = z.object({ address: z.string() }).parse(body);
  return { address: new URL(address), flow };
}

/** @param flow the cookie of the browser that started it */
export const finishSingleSignOn = (
  site: TestConsole,
  { address }: Person,
  response: string,
  flow: string | undefined,
) => site.call('finishSingleSignOn', { response }, { address, cookie: flow });

export const parameterOf = (address: URL, name: string): string =>
  address.searchParams.get(name) ?? '';
