// Voucher codes are sealed for a public key, so that a program that loads codes cannot open them.
// X25519 and HKDF-SHA256 derive the key of AES-256-GCM. A sealed value begins with the version, the
// key's id, and the public half of a pair that the sealing process generated.
import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
} from 'node:crypto';
import {
  addedBytes,
  openWith,
  sealer,
  sealWith,
  unknownKey,
  type Sealer,
  type SealKeys,
} from './seal.ts';

/** 32 bytes of X25519. */
export type VoucherPublicKey = { id: number; key: Uint8Array };

const version = 2;
const keyBytes = 32;
const headBytes = 2 + keyBytes;
const privatePrefix = Buffer.from('302e020100300506032b656e04220420', 'hex');
const publicPrefix = Buffer.from('302a300506032b656e032100', 'hex');
/** Keys of other sealing processes, of which there are few. */
const keysKept = 1000;

/** The public key of a ring's first key, which seals. */
export function voucherPublicKeyOf([current]: SealKeys): VoucherPublicKey {
  if (!current) throw new Error('Failed to make a public key: the key ring is empty.');
  return { id: current.id, key: rawOf(createPublicKey(privateKeyOf(current.key))) };
}

export function voucherSealFor({ id, key }: VoucherPublicKey): Sealer['seal'] {
  const own = generateKeyPairSync('x25519');
  const head = Buffer.concat([Buffer.of(version, id), rawOf(own.publicKey)]);
  return sealWith(sharedKey(own.privateKey, publicKeyOf(key), head, key), head);
}

/** Opens what `voucherSealFor` sealed, and what `sealer` sealed with these keys. */
export function voucherSealer(keys: SealKeys, variable: string): Sealer {
  const symmetric = sealer(keys, variable);
  const pairs = new Map(
    keys.map(({ id, key }) => {
      const privateKey = privateKeyOf(key);
      return [id, { privateKey, publicKey: rawOf(createPublicKey(privateKey)) }];
    }),
  );
  const opened = new Map<string, KeyObject>();
  const keyOfHead = (head: Buffer) => {
    const name = head.toString('latin1');
    const known = opened.get(name);
    const pair = pairs.get(head[1] ?? -1);
    if (known || !pair) return known;
    if (opened.size === keysKept) opened.clear();
    const sender = publicKeyOf(head.subarray(2));
    const shared = sharedKey(pair.privateKey, sender, head, pair.publicKey);
    opened.set(name, shared);
    return shared;
  };
  return {
    seal: voucherSealFor(voucherPublicKeyOf(keys)),
    open(sealed, context) {
      if (sealed[0] !== version) return symmetric.open(sealed, context);
      const isWhole = sealed.length >= headBytes + addedBytes;
      const key = isWhole ? keyOfHead(Buffer.from(sealed.subarray(0, headBytes))) : undefined;
      if (!key) throw unknownKey(variable);
      return openWith(key, sealed, headBytes, context);
    },
  };
}

function sharedKey(
  privateKey: KeyObject,
  publicKey: KeyObject,
  head: Buffer,
  recipient: Uint8Array,
): KeyObject {
  const secret = diffieHellman({ privateKey, publicKey });
  const salt = Buffer.concat([head, recipient]);
  return createSecretKey(Buffer.from(hkdfSync('sha256', secret, salt, 'inaam voucher', keyBytes)));
}

/** Derived, so that no key has two uses. */
const privateKeyOf = (secret: Uint8Array): KeyObject =>
  createPrivateKey({
    key: Buffer.concat([
      privatePrefix,
      createHmac('sha256', secret).update('inaam voucher x25519').digest(),
    ]),
    format: 'der',
    type: 'pkcs8',
  });

const publicKeyOf = (raw: Uint8Array): KeyObject =>
  createPublicKey({ key: Buffer.concat([publicPrefix, raw]), format: 'der', type: 'spki' });

const rawOf = (key: KeyObject): Buffer =>
  key.export({ format: 'der', type: 'spki' }).subarray(-keyBytes);
