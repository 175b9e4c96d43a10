import { expect, test } from 'vitest';
import { asciiDigits } from './mobile-input.ts';
import { scryptSync } from 'node:crypto';
import { textOfBase64 } from './base64.ts';
import { parseChallenge, solveChallenge } from './proof-of-work.ts';

test.each([
  ['Arabic', '٠١٢٣٤٥٦٧٨٩'],
  ['Urdu', '۰۱۲۳۴۵۶۷۸۹'],
  ['Devanagari', '०१२३४५६७८९'],
  ['Bengali', '০১২৩৪৫৬৭৮৯'],
  ['Gurmukhi', '੦੧੨੩੪੫੬੭੮੯'],
  ['Gujarati', '૦૧૨૩૪૫૬૭૮૯'],
  ['Odia', '୦୧୨୩୪୫୬୭୮୯'],
  ['Tamil', '௦௧௨௩௪௫௬௭௮௯'],
  ['Telugu', '౦౧౨౩౪౫౬౭౮౯'],
  ['Kannada', '೦೧೨೩೪೫೬೭೮೯'],
  ['Malayalam', '൦൧൨൩൪൫൬൭൮൯'],
  ['Manipuri', '꯰꯱꯲꯳꯴꯵꯶꯷꯸꯹'],
  ['Santali', '᱐᱑᱒᱓᱔᱕᱖᱗᱘᱙'],
  ['Lepcha', '᱀᱁᱂᱃᱄᱅᱆᱇᱈᱉'],
  ['Limbu', '᥆᥇᥈᥉᥊᥋᥌᥍᥎᥏'],
  ['Sinhala', '෦෧෨෩෪෫෬෭෮෯'],
  ['full-width', '０１２３４５６７８９'],
])('the ten digits of %s are read', (_, digits) => {
  expect(asciiDigits(digits)).toBe('0123456789');
});

test('all else stays', () => {
  expect(asciiDigits('₹10, नाम 𝟙 x٣')).toBe('₹10, नाम 𝟙 x3');
});

const parameters = {
  algorithm: 'SCRYPT',
  nonce: 'a1b2c3',
  salt: 'cd',
  cost: 128,
  memoryCost: 8,
  keyLength: 32,
  keyPrefix: 'ef',
};
const signature = '12';
const changed = (change: object) =>
  parseChallenge({ parameters: { ...parameters, ...change }, signature });

/** The server's derivation: the nonce, then the counter in four bytes. */
function keyOf(counter: number): string {
  const password = Buffer.concat([Buffer.from('a1b2c3', 'hex'), Buffer.alloc(4)]);
  password.writeUInt32BE(counter, 3);
  const key = scryptSync(password, Buffer.from('cd', 'hex'), 32, { N: 128, r: 8, p: 1 });
  return key.toString('hex');
}

test('the answer is the first counter whose key begins as asked', async () => {
  const derivedKey = keyOf(3);
  const challenge = changed({ keyPrefix: derivedKey.slice(0, 6), data: { expiresAt: 5 } });
  if (!challenge) throw new Error('The challenge cannot be read.');
  let breaths = 0;
  const solved = await solveChallenge(challenge, () => {
    breaths += 1;
    return Promise.resolve(true);
  });
  expect(JSON.parse(textOfBase64(solved ?? '') ?? '')).toEqual({
    challenge,
    solution: { counter: 3, derivedKey },
  });
  expect(breaths).toBe(3);
  expect(await solveChallenge(challenge, () => Promise.resolve(breaths-- > 1))).toBeUndefined();
});

test.each([
  [{}, true],
  [{ cost: 1024, parallelism: 1 }, true],
  [{ nonce: 'ab'.repeat(64) }, true],
  [{ nonce: 'ab'.repeat(65) }, false],
  [{ nonce: 'abc' }, false],
  [{ nonce: '' }, false],
  [{ nonce: 'AB' }, false],
  [{ nonce: 'ab\n' }, false],
  [{ salt: 'xy' }, false],
  [{ salt: ' cd' }, false],
  [{ keyPrefix: '' }, false],
  [{ cost: 2048 }, false],
  [{ cost: 127 }, false],
  [{ memoryCost: 9 }, false],
  [{ parallelism: 2 }, false],
  [{ keyLength: 64 }, false],
  [{ algorithm: 'SHA-256' }, false],
])('a challenge with %j can be solved: %s', (change, isKnown) => {
  expect(changed(change) !== undefined).toBe(isKnown);
});

test.each([undefined, null, 'text', {}, { signature }, { parameters }])(
  '%j is no challenge',
  (value) => {
    expect(parseChallenge(value)).toBeUndefined();
  },
);
