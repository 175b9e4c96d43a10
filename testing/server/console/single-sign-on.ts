// What the tests of single sign-on have in common.
import * as z from 'zod';
import type { Person } from './console-people.ts';
import type { TestProvider } from './openid-provider.ts';

/** Of a console that has this provider. */
export const settingsFor = ({ issuer, client }: TestProvider) => ({
  issuer,
  clientId: client.id,
  clientSecret: client.secret,
  name: 'Acme Tea',
  maxAgeSeconds: 1800,
  returnTo: client.returnTo,
});

const started = z.object({ address: z.string() });

/** By the answer to the call that starts it. `flow`: the cookie. */
export const begunBy = ({ body, flow = '' }: { body: unknown; flow: string | undefined }) => ({
  address: new URL(started.parse(body).address),
  flow,
});

/** The browser that started it comes back. */
export const backWith = ({ address }: Person, flow: string | undefined) => ({
  address,
  cookie: flow,
});

export const parameterOf = (address: URL, name: string): string =>
  address.searchParams.get(name) ?? '';
