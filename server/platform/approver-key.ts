// An approver's key (docs/decisions/0034): Ed25519, in a file that is encrypted with a passphrase.
import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  generateKeyPairSync,
  randomBytes,
  scryptSync,
  sign,
  createPublicKey,
  verify,
} from 'node:crypto';
import * as z from 'zod';

const format = 'inaam-approver-key-1';
const cipher = 'aes-256-gcm';
const tagBytes = 16;

const base64 = (bytes: number) =>
  z
    .base64()
    .transform((text) => Buffer.from(text, 'base64'))
    .refine((value) => value.length === bytes);

const privateKeyBytes = 48;
const fileSchema = z.strictObject({
  format: z.literal(format),
  publicKey: z.string().regex(/^[0-9a-f]{64}$/),
  /** Cost of scrypt, with r = 8 and p = 1. */
  cost: z
    .int()
    .min(2)
    .max(2 ** 20),
  salt: base64(16),
  nonce: base64(12),
  sealed: base64(privateKeyBytes + tagBytes),
});

export type ApproverKey = {
  /** 32 bytes in hex. */
  publicKey: string;
  /** @returns 64 bytes in hex */
  sign: (text: string) => string;
};

/** Each guess takes 128 MiB and about half a second. */
const defaultCost = 2 ** 17;

/** @returns the file's content and the public key, hex */
export function makeApproverKey(
  passphrase: string,
  cost = defaultCost,
): { file: string; publicKey: string } {
  const made = generateKeyPairSync('ed25519');
  const publicKey = hexOf(made.publicKey.export({ format: 'jwk' }).x);
  const [salt, nonce] = [randomBytes(16), randomBytes(12)];
  const sealing = createCipheriv(cipher, wrappingKey(passphrase, salt, cost), nonce);
  sealing.setAAD(Buffer.from(publicKey));
  const sealed = Buffer.concat([
    sealing.update(made.privateKey.export({ format: 'der', type: 'pkcs8' })),
    sealing.final(),
    sealing.getAuthTag(),
  ]);
  const [saltText, nonceText, sealedText] = [salt, nonce, sealed].map((one) =>
    one.toString('base64'),
  );
  const fields = { format, publicKey, cost, salt: saltText, nonce: nonceText, sealed: sealedText };
  return { file: `${JSON.stringify(fields, undefined, 2)}\n`, publicKey };
}

/** @returns the key, or what is wrong with the file or the passphrase */
export function openApproverKey(
  file: string,
  passphrase: string,
): ApproverKey | 'noKeyFile' | 'wrongPassphrase' {
  const parsed = fileSchema.safeParse(jsonOf(file));
  if (!parsed.success) return 'noKeyFile';
  const { publicKey, cost, salt, nonce, sealed } = parsed.data;
  const opening = createDecipheriv(cipher, wrappingKey(passphrase, salt, cost), nonce);
  opening.setAAD(Buffer.from(publicKey));
  opening.setAuthTag(sealed.subarray(privateKeyBytes));
  try {
    const key = Buffer.concat([
      opening.update(sealed.subarray(0, privateKeyBytes)),
      opening.final(),
    ]);
    const privateKey = createPrivateKey({ key, format: 'der', type: 'pkcs8' });
    return {
      publicKey,
      sign: (text) => sign(null, Buffer.from(text), privateKey).toString('hex'),
    };
  } catch {
    return 'wrongPassphrase';
  }
}

const wrappingKey = (passphrase: string, salt: Buffer, cost: number) =>
  scryptSync(passphrase.normalize('NFC'), salt, 32, {
    N: cost,
    maxmem: 2 * 128 * 8 * cost + 2 ** 20,
  });

const hexOf = (base64url = '') => Buffer.from(base64url, 'base64url').toString('hex');

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @param key an Ed25519 public key in hex, like the signature */
export function isApproverSignature(key: string, text: string, signature: string): boolean {
  if (!/^[0-9a-f]{64}$/.test(key) || !/^[0-9a-f]{128}$/.test(signature)) return false;
  const x = Buffer.from(key, 'hex').toString('base64url');
  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  return verify(null, Buffer.from(text), publicKey, Buffer.from(signature, 'hex'));
}
