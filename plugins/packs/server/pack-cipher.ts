// The codes on packs: a keyed permutation of 55 bits, so that no list of codes exists anywhere
// (docs/evidence/threats.md). A guess hits one of them only by chance.
import { createHmac, createSecretKey } from 'node:crypto';
import type { Keys } from '@inaam/server/platform/keys.ts';
import { packBodyBits, packBodyOf, packCodeOf } from '../pack-code.ts';

/** How a code was made; `key`: the id of its key. */
export type PackSource = { key: number; batch: number; serial: number };

/** The rest are zeros: a random code has them once in 65,536. */
const serialBits = 26n;
const zeroBits = 16n;
export const packBatchMax = 2 ** (packBodyBits - Number(serialBits + zeroBits)) - 1;
export const packCountMax = 2 ** Number(serialBits);

const [leftBits, rightBits] = [27n, 28n];
const low = (bits: bigint) => (1n << bits) - 1n;
const rounds = Array.from({ length: 10 }, (_, round) => round);

type OwnKeys = Pick<Keys, 'ringOf' | 'blindIndex'>;
const made = new WeakMap<OwnKeys, ReturnType<typeof newPackKeys>>();

/** @param keys of this campaign */
export function packKeys(keys: OwnKeys, campaign: string) {
  const known = made.get(keys) ?? newPackKeys(keys, campaign);
  made.set(keys, known);
  return known;
}

function newPackKeys(keys: OwnKeys, campaign: string) {
  const ciphers = keys
    .ringOf('PACK_KEYS')
    .map(({ id, key }) => ({ id, ...cipherOf(key, campaign) }));
  return {
    /** 16 bytes. What is stored of a code. */
    packIndex: (code: string): Buffer => keys.blindIndex('pack', code),
    /**
     * @param batch from 1, `serial` from 0
     * @throws RangeError for a key that is not there
     */
    packCode: ({ key, batch, serial }: PackSource): string => {
      const cipher = ciphers.find(({ id }) => id === key);
      if (!cipher) throw new RangeError(`PACK_KEYS has no key ${key}. Add it again.`);
      const source = (BigInt(batch) << serialBits) | BigInt(serial);
      return packCodeOf(cipher.encrypt(source << zeroBits));
    },
    /**
     * With keys of several versions a code may have been made in several ways; the batch tells.
     * @param code one that `isPackCode` accepts
     */
    readPackCode: (code: string): PackSource[] =>
      ciphers.flatMap(({ id, decrypt }) => {
        const bits = decrypt(packBodyOf(code));
        if ((bits & low(zeroBits)) !== 0n) return [];
        const source = bits >> zeroBits;
        const [batch, serial] = [source >> serialBits, source & low(serialBits)];
        return [{ key: id, batch: Number(batch), serial: Number(serial) }];
      }),
  };
}

/** A Feistel network: whatever the round's function is, the steps can be reversed. */
function cipherOf(secret: Uint8Array, campaign: string) {
  const ofCampaign = createHmac('sha256', secret).update(`pack|${campaign}`).digest();
  const key = createSecretKey(ofCampaign);
  const input = Buffer.alloc(5);
  const mix = (round: number, half: number, bits: number) => {
    input.writeUInt8(round);
    input.writeUInt32BE(half, 1);
    const mixed = createHmac('sha256', key).update(input).digest().readUInt32BE();
    return mixed & (2 ** bits - 1);
  };
  const through = (bits: bigint, order: readonly number[]) => {
    let left = Number(bits >> rightBits);
    let right = Number(bits & low(rightBits));
    for (const round of order) {
      if (round % 2 === 0) left ^= mix(round, right, Number(leftBits));
      else right ^= mix(round, left, Number(rightBits));
    }
    return (BigInt(left) << rightBits) | BigInt(right);
  };
  return {
    encrypt: (bits: bigint) => through(bits, rounds),
    decrypt: (bits: bigint) => through(bits, rounds.toReversed()),
  };
}
