// Proofs of work in the format of ALTCHA (version 2, SCRYPT, a counter to be found). A refusal
// contains a challenge, and the next attempt sends the proof (Protocol: Answers). Does not use
// crypto.subtle, which a page without TLS lacks.
import { scrypt } from '@noble/hashes/scrypt.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import * as z from 'zod/mini';
import { base64OfText } from './base64.ts';

const hex = z.string().check(z.regex(/^([0-9a-f]{2}){1,64}$/));

/** The maximum this solver accepts: a challenge must not freeze the page. */
const parameters = z.looseObject({
  algorithm: z.literal('SCRYPT'),
  nonce: hex,
  salt: hex,
  cost: z.literal([128, 256, 512, 1024]),
  memoryCost: z.literal(8),
  parallelism: z.optional(z.literal(1)),
  keyLength: z.literal(32),
  keyPrefix: hex,
});
const challengeSchema = z.object({ parameters, signature: hex });

export type Challenge = z.infer<typeof challengeSchema>;

/** More than the hardest challenge needs. */
const counterMax = 20_000;

export function parseChallenge(value: unknown): Challenge | undefined {
  return z.safeParse(challengeSchema, value).data;
}

/**
 * Tries counters until the key begins with the required prefix.
 * @param breathe called after each try, so that the page can draw; returns whether to continue
 * @returns the proof; undefined if `breathe` stopped it
 */
export async function solveChallenge(
  challenge: Challenge,
  breathe: () => Promise<boolean>,
): Promise<string | undefined> {
  const { nonce, salt, cost, memoryCost, keyLength, keyPrefix } = challenge.parameters;
  const password = new Uint8Array(nonce.length / 2 + 4);
  password.set(hexToBytes(nonce));
  const end = new DataView(password.buffer, nonce.length / 2);
  const saltBytes = hexToBytes(salt);
  for (let counter = 0; counter <= counterMax; counter++) {
    end.setUint32(0, counter);
    const key = scrypt(password, saltBytes, { N: cost, r: memoryCost, p: 1, dkLen: keyLength });
    const derivedKey = bytesToHex(key);
    if (derivedKey.startsWith(keyPrefix)) {
      return base64OfText(JSON.stringify({ challenge, solution: { counter, derivedKey } }));
    }
    if (!(await breathe())) return undefined;
  }
  return undefined;
}
