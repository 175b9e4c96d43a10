import { expect, test } from 'vitest';
import * as z from 'zod';
import { readConsoleConfig } from '@inaam/server/operator/settings/program-config.ts';
import { singleSignOn } from './server.ts';
import { readSingleSignOn, singleSignOnProblems, singleSignOnVariables } from './settings.ts';

const provider = {
  CONSOLE_OIDC_ISSUER: 'https://login.tea.example/tenant',
  CONSOLE_OIDC_CLIENT_ID: 'inaam-console',
  CONSOLE_OIDC_CLIENT_SECRET: 'of-the-console-alone',
};

test('single sign-on is off without a provider, and on with one', () => {
  const none = { provider: undefined, takesPasskeys: true };
  expect(readSingleSignOn({ CONSOLE_OIDC_ISSUER: '' })).toEqual(none);
  expect(readSingleSignOn({ ...provider, CONSOLE_PASSKEYS: 'no' })).toEqual({
    provider: {
      issuer: 'https://login.tea.example/tenant',
      clientId: 'inaam-console',
      clientSecret: 'of-the-console-alone',
      name: 'your company',
      maxAgeSeconds: 1800,
    },
    takesPasskeys: false,
  });
});

const problemsOf = (variables: Readonly<Record<string, string>>) => {
  const { error } = z.object(singleSignOnVariables).safeParse(variables);
  const wrong = error?.issues.map(({ path: [name], message }) => `${String(name)} ${message}.`);
  return [...(wrong ?? []), ...singleSignOnProblems(variables)].join(' ');
};

test.each([
  ['http://login.tea.example', 'CONSOLE_OIDC_ISSUER must be the issuer'],
  ['http://10.0.0.5', 'CONSOLE_OIDC_ISSUER must be the issuer'],
  ['http://localhost.tea.example', 'CONSOLE_OIDC_ISSUER must be the issuer'],
  ['https://login.tea.example?tenant=1', 'CONSOLE_OIDC_ISSUER must be the issuer'],
  ['https://asha@login.tea.example', 'CONSOLE_OIDC_ISSUER must be the issuer'],
  ['login.tea.example', 'CONSOLE_OIDC_ISSUER must be the issuer'],
  ['', 'CONSOLE_OIDC_ISSUER is missing'],
])('an issuer such as %s is refused', (CONSOLE_OIDC_ISSUER, problem) => {
  expect(problemsOf({ ...provider, CONSOLE_OIDC_ISSUER })).toContain(problem);
});

test.each(['http://localhost:9000', 'http://127.0.0.1:9000', 'https://login.tea.example/'])(
  'an issuer such as %s is taken',
  (CONSOLE_OIDC_ISSUER) => {
    expect(problemsOf({ ...provider, CONSOLE_OIDC_ISSUER })).toBe('');
  },
);

test('a setting of single sign-on that is wrong or alone is named', () => {
  expect(problemsOf({ ...provider, CONSOLE_OIDC_CLIENT_SECRET: 'short' })).toContain('too short');
  const alone = problemsOf({ CONSOLE_OIDC_CLIENT_ID: 'x' });
  expect(alone).toContain('CONSOLE_OIDC_CLIENT_SECRET is missing');
  expect(problemsOf({ ...provider, NODE_TLS_REJECT_UNAUTHORIZED: '0' })).toContain('are verified');
  expect(problemsOf({ ...provider, CONSOLE_OIDC_NAME: '<b>' })).toContain('must be a name');
  expect(problemsOf({ ...provider, CONSOLE_OIDC_MAX_AGE: '86401' })).toContain('0 to 86400');
  expect(() => readConsoleConfig({ CONSOLE_PASSKEYS: 'no' })).toThrow('nobody could sign in');
});

test('the console asks the provider of its settings', () => {
  const origin = 'https://console.win.example';
  const asked = singleSignOn.signIn({ origin, variables: provider });
  expect(asked).toMatchObject({ takesPasskeys: true, openIdProvider: { name: 'your company' } });
  const alone = singleSignOn.signIn({ origin, variables: {} });
  expect(alone).toEqual({ takesPasskeys: true, openIdProvider: undefined });
});
