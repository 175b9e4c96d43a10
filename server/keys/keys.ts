// What is derived from the server's secrets: user keys, data keys, indexes, hashes of codes and
// tokens. Never stores anything; never compares in a way whose time tells how much was right.
import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { otpDigits } from '@inaam/contract/limits.ts';
import { sealer, type SealKeys, type Sealer } from './seal.ts';

/** The secrets, each 32 bytes or more, from the environment (config.ts). */
export type Secrets = {
  /** Makes the check in user keys, and the data keys. */
  identity: Uint8Array;
  /** Keys the blind indexes of mobile numbers and voucher codes; apart from the sealing keys. */
  index: Uint8Array;
  /**
   * Keys the hashes of one-time codes, so that a copy of the database cannot be searched for them.
   */
  code: Uint8Array;
  /** The draw's secret: published after the end, so used for nothing else. */
  draw: Uint8Array;
  /** Seal personal data. */
  seal: SealKeys;
};

const userKeyBytes = 15;
const checkLength = 12;

export type Keys = Sealer &
  ReturnType<typeof identityKeys> &
  ReturnType<typeof indexKeys> &
  ReturnType<typeof codeKeys> & { drawSecret: Uint8Array };

/** All that the product derives from its secrets, for one campaign. */
export function keysOf(secrets: Secrets, campaign: string): Keys {
  return {
    ...identityKeys(secrets.identity, campaign),
    ...indexKeys(secrets.index, campaign),
    ...codeKeys(secrets.code, campaign),
    ...sealer(secrets.seal),
    drawSecret: secrets.draw,
  };
}

/**
 * What the delivery needs and nothing more: it can forge no token, know no code before its SMS,
 * draw no card.
 */
export function deliveryKeysOf(secrets: Pick<Secrets, 'index' | 'seal'>, campaign: string) {
  return { ...indexKeys(secrets.index, campaign), ...sealer(secrets.seal) };
}

function identityKeys(secret: Uint8Array, campaign: string) {
  const check = (random: string) =>
    createHmac('sha256', secret)
      .update(`user-key|${campaign}|${random}`)
      .digest('base64url')
      .slice(0, checkLength);
  return {
    /**
     * A new user key: 120 random bits and a keyed check, so that a made-up one is refused without a
     * read.
     */
    newUserKey(): string {
      const random = randomBytes(userKeyBytes).toString('base64url');
      return random + check(random);
    },
    /** Whether this server made that user key for this campaign. */
    isUserKey(userKey: string): boolean {
      const random = userKey.slice(0, -checkLength);
      return random.length === 20 && isEqual(userKey.slice(-checkLength), check(random));
    },
    /** The data key of a user key: always the same, 43 characters of base64url (Protocol: Keys). */
    dataKeyOf(userKey: string): string {
      return createHmac('sha256', secret)
        .update(`data-key|${campaign}|${userKey}`)
        .digest('base64url');
    },
  };
}

function indexKeys(secret: Uint8Array, campaign: string) {
  const index = (kind: string, value: string) =>
    createHmac('sha256', secret).update(`${kind}|${campaign}|${value}`).digest();
  return {
    /** Blind index of an Indian mobile number of 10 digits: 32 bytes. */
    mobileIndex: (mobile: string): Buffer => index('number', `+91${mobile}`),
    /** Blind index of a voucher code: 32 bytes. */
    voucherIndex: (code: string): Buffer => index('voucher', code),
  };
}

function codeKeys(secret: Uint8Array, campaign: string) {
  return {
    /** A one-time code: six digits, each equally likely. */
    newCode: (): string => String(randomInt(10 ** otpDigits)).padStart(otpDigits, '0'),
    /** Keyed hash of a code, bound to the device and number it was made for: 32 bytes. */
    codeHash(code: string, userKey: string, mobileIndex: Uint8Array): Buffer {
      const number = Buffer.from(mobileIndex).toString('hex');
      return createHmac('sha256', secret)
        .update(`code|${campaign}|${userKey}|${number}|${code}`)
        .digest();
    },
    isSameHash: (left: Uint8Array, right: Uint8Array): boolean =>
      left.length === right.length && timingSafeEqual(left, right),
    /** A new access token: 256 random bits. */
    newAccessToken: (): string => randomBytes(32).toString('base64url'),
    /** A new pseudonym: 128 random bits. */
    newPseudonym: (): Buffer => randomBytes(16),
    tokenHash: (token: string): Buffer => createHash('sha256').update(token).digest(),
  };
}

function isEqual(left: string, right: string): boolean {
  const a = Buffer.from(left);
  const b = Buffer.from(right);
  return a.length === b.length && timingSafeEqual(a, b);
}
