// ALTCHA challenges (docs/decisions/0019). A challenge is signed with a separate key for each
// device, mobile and call, so that its proof is worthless for any other.
import { createHmac, createSecretKey, randomInt } from 'node:crypto';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/scrypt';
import * as z from 'zod';
import { proofLengthMax } from '@inaam/contract/limits.ts';
import { parseJson } from './format.ts';

export type ProofPurpose = {
  userKey: string;
  mobileIndex: Buffer;
  call: 'register' | 'resend' | 'prove';
};

/** `id`: 32 bytes, the same for each answer to this challenge. */
export type Proof = { id: Buffer; expiresAt: number };

/** Each try takes 256 kB of memory and about 1 ms, so a graphics card gains little. */
const cost = { cost: 256, memoryCost: 8, parallelism: 1, keyLength: 32 } as const;
/** On average half of them are needed, for which a slow phone takes two seconds. */
export const proofTriesMax = 320;
export const proofLifetimeMs = 300_000;

const payloadSchema = z.object({
  challenge: z.object({
    parameters: z.looseObject({
      algorithm: z.literal('SCRYPT'),
      nonce: z.string(),
      salt: z.string(),
      cost: z.literal(cost.cost),
      memoryCost: z.literal(cost.memoryCost),
      keyLength: z.literal(cost.keyLength),
      keyPrefix: z.string(),
      keySignature: z.string(),
      data: z.object({ expiresAt: z.int() }),
    }),
    signature: z.hex().length(64),
  }),
  solution: z.object({ counter: z.int(), derivedKey: z.string() }),
});

export function proofKeys(secret: Uint8Array, campaign: string) {
  const key = createSecretKey(secret);
  const secretsOf = ({ userKey, mobileIndex, call }: ProofPurpose) => {
    const secretFor = (part: string) =>
      createHmac('sha256', key)
        .update(`${part}|${campaign}|${userKey}|${mobileIndex.toString('hex')}|${call}`)
        .digest('hex');
    return {
      hmacSignatureSecret: secretFor('proof'),
      hmacKeySignatureSecret: secretFor('proof-key'),
    };
  };
  return {
    newChallenge(purpose: ProofPurpose, now: number): Promise<object> {
      return createChallenge({
        algorithm: 'SCRYPT',
        ...cost,
        counter: randomInt(1, proofTriesMax),
        // Not ALTCHA's own expiry, which is compared with the machine's clock.
        data: { expiresAt: now + proofLifetimeMs },
        deriveKey,
        ...secretsOf(purpose),
      });
    },
    /** Undefined unless it is a correct and timely answer to a challenge for this purpose. */
    async checkProof(
      text: string | undefined,
      purpose: ProofPurpose,
      now: number,
    ): Promise<Proof | undefined> {
      const payload = payloadSchema.safeParse(text === undefined ? undefined : readJson(text)).data;
      if (!payload) return undefined;
      const { challenge, solution } = payload;
      const { expiresAt } = challenge.parameters.data;
      if (now >= expiresAt) return undefined;
      const { verified } = await verifySolution({
        challenge,
        solution,
        deriveKey,
        ...secretsOf(purpose),
      });
      return verified ? { id: Buffer.from(challenge.signature, 'hex'), expiresAt } : undefined;
    },
  };
}

const readJson = (text: string) =>
  text.length > proofLengthMax ? undefined : parseJson(Buffer.from(text, 'base64').toString());
