// AES-256-GCM with the key's id as prefix, so that keys can be rotated. Errors never contain the
// input.
import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  randomFillSync,
  type KeyObject,
  createHmac,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
} from 'node:crypto';

const version = 1;
const nonceBytes = 12;
const tagBytes = 16;
const headBytes = 2;
const addedBytes = nonceBytes + tagBytes;
/** Drawn at once: one at a time they take a third of the time of sealing. */
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
  return {
    seal: sealWith(createSecretKey(current.key), Buffer.of(version, current.id)),
    open(sealed, context) {
      const key = sealed[0] === version ? keyOf.get(sealed[1] ?? -1) : undefined;
      if (!key || sealed.length < headBytes + addedBytes) throw unknownKey(variable);
      return openWith(key, sealed, headBytes, context);
    },
  };
}

const unknownKey = (variable: string) =>
  new Error(`Failed to open a sealed value: its key is not in ${variable}. Add the old key.`);

/** @param head prefixes each value and is authenticated too */
function sealWith(key: KeyObject, head: Buffer): Sealer['seal'] {
  const drawn = Buffer.alloc(nonceBytes * noncesAtOnce);
  let used = drawn.length;
  return (text, context) => {
    if (used === drawn.length) {
      randomFillSync(drawn);
      used = 0;
    }
    const nonce = drawn.subarray(used, (used += nonceBytes));
    const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes });
    cipher.setAAD(Buffer.concat([head, Buffer.from(context, 'utf8')]));
    const body = cipher.update(text, 'utf8');
    const end = cipher.final();
    return Buffer.concat([head, nonce, cipher.getAuthTag(), body, end]);
  };
}

/** @param headLength bytes before the nonce */
function openWith(key: KeyObject, sealed: Uint8Array, headLength: number, context: string): string {
  const bytes = Buffer.from(sealed);
  const nonce = bytes.subarray(headLength, headLength + nonceBytes);
  const tag = bytes.subarray(headLength + nonceBytes, headLength + addedBytes);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes });
  decipher.setAAD(Buffer.concat([bytes.subarray(0, headLength), Buffer.from(context, 'utf8')]));
  decipher.setAuthTag(tag);
  const body = bytes.subarray(headLength + addedBytes);
  return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
}

// Binds each sealed value to its table, column and row, so that a ciphertext copied into another
// row cannot be opened.

/** Bytes are written in lower-case hex. */
type Part = string | Uint8Array;

export const sealContext =
  (place: string) =>
  (...key: readonly Part[]): string =>
    [place, ...key.map((part) => (typeof part === 'string' ? part : hex(part)))].join('|');

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

/** Of a user key and a number's index; `guardedCode` of a number's index and a time. */
type OfTwo = 'codeRequestMobile' | 'codeRequestRegistration' | 'codeRequestCode' | 'guardedCode';
/** Of a pseudonym, a code's index, or the id of a message. */
type OfOne =
  | `personalData${'Mobile' | 'Name' | 'Details'}`
  | 'voucherCode'
  | `mailbox${'Mobile' | 'Text'}`;

export const sealContexts: Record<OfTwo, (one: Part, other: Part) => string> &
  Record<OfOne, (one: Part) => string> = {
  codeRequestMobile: sealContext('code_request.mobile'),
  codeRequestRegistration: sealContext('code_request.pending'),
  codeRequestCode: sealContext('code_request.code'),
  guardedCode: sealContext('message.code'),
  personalDataMobile: sealContext('person.mobile'),
  personalDataName: sealContext('person.name'),
  personalDataDetails: sealContext('person.details'),
  voucherCode: sealContext('voucher.code'),
  mailboxMobile: sealContext('mailbox.to'),
  mailboxText: sealContext('mailbox.text'),
};

// Voucher codes are sealed for a public key, so that a program that loads codes cannot open them.
// X25519 and HKDF-SHA256 derive the key of AES-256-GCM. A sealed value begins with the version, the
// key's id, and the public half of a pair that the sealing process generated.

/** 32 bytes of X25519. */
export type VoucherPublicKey = { id: number; key: Uint8Array };

const voucherVersion = 2;
const keyBytes = 32;
const voucherHeadBytes = 2 + keyBytes;
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
  const head = Buffer.concat([Buffer.of(voucherVersion, id), rawOf(own.publicKey)]);
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
      if (sealed[0] !== voucherVersion) return symmetric.open(sealed, context);
      const isWhole = sealed.length >= voucherHeadBytes + addedBytes;
      const key = isWhole
        ? keyOfHead(Buffer.from(sealed.subarray(0, voucherHeadBytes)))
        : undefined;
      if (!key) throw unknownKey(variable);
      return openWith(key, sealed, voucherHeadBytes, context);
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
