import { expect, test } from 'vitest';
import { base64OfText, textOfBase64 } from '@inaam/contract/base64.ts';
import { proofLengthMax } from '@inaam/contract/limits.ts';
import { parseChallenge, solveChallenge } from '@inaam/contract/proof-of-work.ts';
import { proofKeys, proofLifetimeMs, type ProofPurpose } from './proof-of-work.ts';

const keys = proofKeys(new Uint8Array(32).fill(1), 'biscuit-2025');
const now = 1_750_000_000_000;
const purpose: ProofPurpose = {
  userKey: 'device',
  mobileIndex: Buffer.alloc(32, 2),
  call: 'register',
};
const goOn = () => Promise.resolve(true);

const proof = await solve(await keys.newChallenge(purpose, now));

async function solve(made: object): Promise<string> {
  const challenge = parseChallenge(JSON.parse(JSON.stringify(made)));
  if (!challenge) throw new Error('The challenge cannot be read.');
  const solved = await solveChallenge(challenge, goOn);
  if (solved === undefined) throw new Error('The challenge cannot be solved.');
  return solved;
}

test("the contract's solver answers altcha-lib's challenge, until it expires", async () => {
  const expiresAt = now + proofLifetimeMs;
  const checked = await keys.checkProof(proof, purpose, expiresAt - 1);
  expect(checked).toEqual({ id: expect.any(Buffer), expiresAt });
  expect(checked?.id).toHaveLength(32);
  expect(await keys.checkProof(proof, purpose, expiresAt)).toBeUndefined();
});

test.each<[string, Partial<ProofPurpose>]>([
  ['device', { userKey: 'other' }],
  ['mobile', { mobileIndex: Buffer.alloc(32, 3) }],
  ['call', { call: 'resend' }],
])('a proof is worth nothing for another %s', async (_, change) => {
  expect(await keys.checkProof(proof, { ...purpose, ...change }, now)).toBeUndefined();
});

test('nor in another campaign or with another secret', async () => {
  for (const other of [
    proofKeys(new Uint8Array(32).fill(1), 'tea-demo'),
    proofKeys(new Uint8Array(32).fill(2), 'biscuit-2025'),
  ]) {
    expect(await other.checkProof(proof, purpose, now)).toBeUndefined();
  }
});

test.each([
  ['nothing', () => undefined],
  ['no base64', () => '%%%'],
  ['no JSON', () => base64OfText('proof')],
  ['another shape', () => base64OfText('{"challenge":[]}')],
  ['a megabyte', () => 'A'.repeat(1_000_000)],
  ['an easier challenge', () => changed('"cost":256', '"cost":2')],
  ['a later expiry', () => changed(`${now + proofLifetimeMs}`, `${now + 9 * proofLifetimeMs}`)],
  ['another key', () => changed(/"derivedKey":"../, '"derivedKey":"zz')],
  ['an upper-case signature', () => changed(/"signature":"(\w+)"/, upperCase)],
])('%s is no proof', async (_, text) => {
  expect(await keys.checkProof(text(), purpose, now)).toBeUndefined();
});

test('a proof is read up to the length that the contract allows', async () => {
  // Base64 has four characters for three bytes.
  const longest = (textOfBase64(proof) ?? '').padEnd((proofLengthMax / 4) * 3);
  expect(base64OfText(longest)).toHaveLength(proofLengthMax);
  expect(await keys.checkProof(base64OfText(longest), purpose, now)).toBeDefined();
  expect(await keys.checkProof(base64OfText(`${longest} `), purpose, now)).toBeUndefined();
});

const upperCase = (signature: string) => signature.toUpperCase().replace('SIGNATURE', 'signature');

function changed(from: string | RegExp, to: string | ((found: string) => string)): string {
  const text = textOfBase64(proof) ?? '';
  const other = typeof to === 'string' ? text.replace(from, to) : text.replace(from, to);
  expect(other).not.toBe(text);
  return base64OfText(other);
}

test('a challenge that would freeze the page is not solved', () => {
  for (const parameters of [{ cost: 2 ** 20 }, { algorithm: 'ARGON2ID' }, { memoryCost: 4096 }]) {
    const good = { algorithm: 'SCRYPT', nonce: 'ab', salt: 'cd', cost: 256, memoryCost: 8 };
    const whole = { ...good, keyLength: 32, keyPrefix: 'ef' };
    expect(parseChallenge({ parameters: whole, signature: '12' })).toBeDefined();
    const hard = { parameters: { ...whole, ...parameters }, signature: '12' };
    expect(parseChallenge(hard)).toBeUndefined();
  }
});
