// AES-256-GCM with the key's id in front, so that keys can be rotated. Errors never contain the
// input.
import { createCipheriv, createDecipheriv, createSecretKey, randomFillSync } from 'node:crypto';

const version = 1;
const nonceBytes = 12;
const tagBytes = 16;
const headBytes = 2;
/** Drawn together: one at a time they take a fifth of the time of sealing a voucher code. */
const noncesAtOnce = 1024;

/** The first key seals; every key opens. */
export type SealKeys = readonly { id: number; key: Uint8Array }[];

export type Sealer = {
  /** Opening requires the same `context` (table, column and row). */
  seal(text: string, context: string): Buffer;
  /** @throws if the key is unknown, the bytes were changed, or the context differs */
  open(sealed: Uint8Array, context: string): string;
};

/**
 * @param keys at least one key of 32 bytes; ids 0 to 255, each once
 * @param variable the setting to name when a key is missing
 */
export function sealer(keys: SealKeys, variable = 'SEAL_KEYS'): Sealer {
  const [current] = keys;
  if (!current) throw new Error('Failed to make a sealer: the key ring is empty.');
  const keyOf = new Map(keys.map(({ id, key }) => [id, createSecretKey(key)]));
  const currentKey = createSecretKey(current.key);
  const head = Buffer.of(version, current.id);
  const nextNonce = nonceSource();
  return {
    seal(text, context) {
      const nonce = nextNonce();
      const cipher = createCipheriv('aes-256-gcm', currentKey, nonce, { authTagLength: tagBytes });
      cipher.setAAD(Buffer.concat([head, Buffer.from(context, 'utf8')]));
      const body = cipher.update(text, 'utf8');
      const end = cipher.final();
      return Buffer.concat([head, nonce, cipher.getAuthTag(), body, end]);
    },
    open(sealed, context) {
      const bytes = Buffer.from(sealed);
      const key = keyOf.get(bytes[1] ?? -1);
      if (bytes[0] !== version || !key || bytes.length < headBytes + nonceBytes + tagBytes) {
        throw new Error(
          `Failed to open a sealed value: its key is not in ${variable}. Add the old key.`,
        );
      }
      const nonce = bytes.subarray(headBytes, headBytes + nonceBytes);
      const tag = bytes.subarray(headBytes + nonceBytes, headBytes + nonceBytes + tagBytes);
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes });
      decipher.setAAD(Buffer.concat([bytes.subarray(0, headBytes), Buffer.from(context, 'utf8')]));
      decipher.setAuthTag(tag);
      const body = bytes.subarray(headBytes + nonceBytes + tagBytes);
      return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
    },
  };
}

/** @returns a function whose bytes are valid until it is called again */
function nonceSource(): () => Buffer {
  const drawn = Buffer.alloc(nonceBytes * noncesAtOnce);
  let used = drawn.length;
  return () => {
    if (used === drawn.length) {
      randomFillSync(drawn);
      used = 0;
    }
    used += nonceBytes;
    return drawn.subarray(used - nonceBytes, used);
  };
}
