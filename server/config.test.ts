import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const secret = () => randomBytes(32).toString('base64');
const complete = {
  DATABASE_URL: 'postgres://db.example/inaam',
  PUBLIC_ORIGIN: 'https://win.example',
  IDENTITY_SECRET: secret(),
  INDEX_SECRET: secret(),
  CODE_SECRET: secret(),
  DRAW_SECRET: secret(),
  SEAL_KEYS: `2:${secret()},1:${secret()}`,
};

function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  return [];
}

test('a complete environment is read, with its defaults', () => {
  expect(readConfig(complete)).toMatchObject({
    campaign: 'biscuit-2025',
    port: 3000,
    answerEncoding: 'object',
  });
  expect(readConfig(complete).secrets.seal.map(({ id }) => id)).toEqual([2, 1]);
});

test('an empty environment is refused with everything that is missing, at once', () => {
  const faults = faultsOf({ DATABASE_URL: '' });
  for (const name of Object.keys(complete)) {
    expect(faults.some((fault) => fault.startsWith(`${name} is missing.`))).toBe(true);
  }
});

test.each([
  ['DATABASE_URL', 'mysql://db'],
  ['PUBLIC_ORIGIN', 'shop.test'],
  ['PUBLIC_ORIGIN', 'https://shop.test/path'],
  ['PORT', '70000'],
  ['PORT', '3000x'],
  ['ANSWER_ENCODING', 'xml'],
  ['INDEX_SECRET', 'c2hvcnQ='],
  ['SEAL_KEYS', 'no-id'],
  ['SEAL_KEYS', `1:${secret()},1:${secret()}`],
  ['SEAL_KEYS', `256:${secret()}`],
])('%s=%s is refused by name, without its value', (name, value) => {
  const faults = faultsOf({ ...complete, [name]: value });
  expect(faults).toHaveLength(1);
  expect(faults[0]).toMatch(new RegExp(`^${name} `));
  expect(faults[0]).not.toContain(value);
});
