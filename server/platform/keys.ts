// Comparisons take constant time. Each secret is turned into a key object once, because an HMAC
// with raw bytes costs several times as much.
import {
  createHash,
  createHmac,
  createSecretKey,
  randomBytes,
  randomInt,
  timingSafeEqual,
} from 'node:crypto';
import { otpDigits } from '@inaam/contract/limits.ts';
import { proofKeys } from './proof-of-work.ts';
import {
  sealer,
  type SealKeys,
  type Sealer,
  voucherSealer,
  voucherSealFor,
  type VoucherPublicKey,
} from './seal.ts';

/** Each has 32 bytes or more and comes from the environment (config.ts). */
export type Secrets = {
  identity: Uint8Array;
  /** For the blind indexes of mobiles and voucher codes. */
  index: Uint8Array;
  /** For the hashes of one-time codes, which could otherwise be guessed from a copied database. */
  code: Uint8Array;
  /** Published after the end, so never used for anything else. */
  draw: Uint8Array;
  /** Its SHA-256 is published before the start. */
  pseudonym: Uint8Array;
  seal: SealKeys;
  rings?: KeyRings | undefined;
};

/** Of plugins, by variable. */
export type KeyRings = Readonly<Record<string, SealKeys>>;

/** For voucher codes and the SMS that contain them. Neither `serve` nor `console` has it. */
export type VoucherSecrets = { voucherSeal: SealKeys };

const userKeyBytes = 15;
const checkLength = 12;

export type Keys = Sealer &
  ReturnType<typeof identityKeys> &
  ReturnType<typeof indexKeys> &
  ReturnType<typeof codeKeys> &
  ReturnType<typeof proofKeys> &
  ReturnType<typeof ringKeys> &
  ReturnType<typeof pseudonymKeys>;

export function keysOf(secrets: Omit<Secrets, 'draw'>, campaign: string): Keys {
  return {
    ...identityKeys(secrets.identity, campaign),
    ...indexKeys(secrets.index, campaign),
    ...codeKeys(secrets.code, campaign),
    ...proofKeys(secrets.identity, campaign),
    ...sealer(secrets.seal),
    ...ringKeys(secrets.rings),
    ...pseudonymKeys(secrets.pseudonym, campaign),
  };
}

/** For `deliver`. These keys cannot forge a token, make a one-time code or draw a card. */
export function deliveryKeysOf(
  secrets: Pick<Secrets, 'index' | 'seal' | 'rings'> & VoucherSecrets,
  campaign: string,
) {
  return {
    ...indexKeys(secrets.index, campaign),
    ...ringKeys(secrets.rings),
    ...sealer(secrets.seal),
    ...voucherKeys(secrets),
  };
}

/** For loading voucher codes. These keys can seal codes and open none. */
export function loaderKeysOf(
  { index, voucherPublic }: Pick<Secrets, 'index'> & { voucherPublic: VoucherPublicKey },
  campaign: string,
) {
  return { ...indexKeys(index, campaign), vouchers: { seal: voucherSealFor(voucherPublic) } };
}

/** For an operator who looks up voucher codes, without the keys of personal data. */
export function voucherKeysOf(secrets: Pick<Secrets, 'index'> & VoucherSecrets, campaign: string) {
  return { ...indexKeys(secrets.index, campaign), ...voucherKeys(secrets) };
}

export type AllKeys = Keys & { vouchers: Sealer };

/** For a process that does everything: the demonstration and tests. */
export function allKeysOf(secrets: Secrets & VoucherSecrets, campaign: string): AllKeys {
  return { ...keysOf(secrets, campaign), ...voucherKeys(secrets) };
}

const voucherKeys = ({ voucherSeal }: VoucherSecrets) => ({
  vouchers: voucherSealer(voucherSeal, 'VOUCHER_SEAL_KEYS'),
});

/** @public For commands of a plugin that has keys of its own. */
export function ringKeysOf(secrets: Pick<Secrets, 'index' | 'rings'>, campaign: string) {
  return { ...indexKeys(secrets.index, campaign), ...ringKeys(secrets.rings) };
}

/** For an operator who looks up a number, without the keys of calls, codes and draw. */
export function numberKeysOf(secrets: Pick<Secrets, 'index' | 'seal'>, campaign: string) {
  return { ...indexKeys(secrets.index, campaign), ...sealer(secrets.seal) };
}

const ringKeys = (rings: KeyRings = {}) => ({
  /** For a plugin. */
  ringOf: (variable: string): SealKeys => rings[variable] ?? [],
});

function identityKeys(secret: Uint8Array, campaign: string) {
  const key = createSecretKey(secret);
  const check = (random: string) =>
    createHmac('sha256', key)
      .update(`user-key|${campaign}|${random}`)
      .digest('base64url')
      .slice(0, checkLength);
  return {
    /**
     * 120 random bits and a keyed check, so that a forged key is refused without a database query.
     */
    newUserKey(): string {
      const random = randomBytes(userKeyBytes).toString('base64url');
      return random + check(random);
    },
    isUserKey(userKey: string): boolean {
      const random = userKey.slice(0, -checkLength);
      return random.length === 20 && isEqual(userKey.slice(-checkLength), check(random));
    },
    /** Deterministic; 43 characters of base64url (Protocol: Keys). */
    dataKeyOf(userKey: string): string {
      return createHmac('sha256', key)
        .update(`data-key|${campaign}|${userKey}`)
        .digest('base64url');
    },
  };
}

/** @public For plugins. */
export function indexKeys(secret: Uint8Array, campaign: string) {
  const key = createSecretKey(secret);
  const index = (kind: string, value: string) =>
    createHmac('sha256', key).update(`${kind}|${campaign}|${value}`).digest();
  return {
    mobileIndex: (mobile: string): Buffer => index('number', `+91${mobile}`),
    /** Names the counters of codes, so that neither address nor mobile is stored. */
    addressCounter: (network: string): string =>
      `address:${index('address', network).toString('base64url', 0, 16)}`,
    /** 32 bytes. Identifies a colleague at the company's identity provider. */
    colleagueIndex: (issuer: string, subject: string): Buffer =>
      index('colleague', JSON.stringify([issuer, subject])),
    /** 16 bytes. Shows that verified numbers have something in common, but not what it is. */
    sourceHash: (kind: string, value: string): Buffer =>
      index(`review-${kind}`, value).subarray(0, 16),
    /** 16 bytes. Of a value that a plugin stores. */
    blindIndex: (kind: string, value: string): Buffer => index(kind, value).subarray(0, 16),
    /** 32 bytes. Of a sign-in to the console that was begun. */
    challengeMac: (purpose: string, head: Uint8Array): Buffer =>
      index('challenge', `${purpose}|${Buffer.from(head).toString('hex')}`),
    /** 32 bytes. Shows that a description of a backup was written by this installation. */
    backupHmac: (description: string): Buffer => index('backup', description),
    voucherIndex: (code: string): Buffer => index('voucher', code),
    /**
     * 16 bytes, from the last characters of a code, by which support finds it; hyphens are ignored.
     */
    voucherEndIndex: (code: string): Buffer =>
      index('voucher-end', voucherEndOf(code)).subarray(0, 16),
  };
}

export const voucherEndLength = 6;

/** People read codes out in upper or lower case, with or without hyphens. */
const voucherEndOf = (code: string) =>
  code.replaceAll('-', '').toUpperCase().slice(-voucherEndLength);

function codeKeys(secret: Uint8Array, campaign: string) {
  const key = createSecretKey(secret);
  return {
    newCode: (): string => String(randomInt(10 ** otpDigits)).padStart(otpDigits, '0'),
    /** Keyed hash of a one-time code, bound to device and mobile; 32 bytes. */
    codeHash(code: string, userKey: string, mobileIndex: Uint8Array): Buffer {
      const number = Buffer.from(mobileIndex).toString('hex');
      return createHmac('sha256', key)
        .update(`code|${campaign}|${userKey}|${number}|${code}`)
        .digest();
    },
    /** Keyed hash of one try; 32 bytes. */
    tryHash: (code: string, userKey: string, t: number): Buffer =>
      createHmac('sha256', key).update(`try|${campaign}|${userKey}|${t}|${code}`).digest(),
    /** A guarded code is derived, so that no process has to store it (docs/decisions/0006). */
    guardedCode(mobileIndex: Uint8Array, sentAt: number): string {
      const number = Buffer.from(mobileIndex).toString('hex');
      const bytes = createHmac('sha256', key)
        .update(`guarded-code|${campaign}|${number}|${sentAt}`)
        .digest();
      return String(bytes.readBigUInt64BE() % 10n ** BigInt(otpDigits)).padStart(otpDigits, '0');
    },
    isSameHash: (left: Uint8Array, right: Uint8Array): boolean =>
      left.length === right.length && timingSafeEqual(left, right),
    isSameCode: isEqual,
    newAccessToken: (): string => randomBytes(32).toString('base64url'),
    tokenHash: (token: string): Buffer => createHash('sha256').update(token).digest(),
  };
}

/** For an auditor, without any other key. `pseudonymOf`: of the first, second, … participation. */
export function pseudonymsOfNumber(
  secrets: Pick<Secrets, 'index' | 'pseudonym'>,
  campaign: string,
  mobile: string,
): { mobileIndex: Buffer; pseudonymOf: (claim: number) => Buffer } {
  const mobileIndex = indexKeys(secrets.index, campaign).mobileIndex(mobile);
  const { pseudonymOf } = pseudonymKeys(secrets.pseudonym, campaign);
  return { mobileIndex, pseudonymOf: (claim) => pseudonymOf(mobileIndex, claim) };
}

function pseudonymKeys(secret: Uint8Array, campaign: string) {
  const key = createSecretKey(secret);
  return {
    /**
     * 16 bytes. Derived with a key, so that nobody can search for a pseudonym that wins.
     * @param claim which participation of the number it is
     */
    pseudonymOf: (mobileIndex: Uint8Array, claim = 1): Buffer => {
      const number = `${campaign}|${Buffer.from(mobileIndex).toString('hex')}`;
      const words = claim === 1 ? number : `${number}|claim ${claim}`;
      return createHmac('sha256', key).update(words).digest().subarray(0, 16);
    },
  };
}

function isEqual(left: string, right: string): boolean {
  const a = Buffer.from(left);
  const b = Buffer.from(right);
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Takes the same time wherever the texts differ, because it compares their hashes. */
export const constantTimeEqual = (left: string, right: string): boolean =>
  timingSafeEqual(digest(left), digest(right));

const digest = (text: string) => createHash('sha256').update(text).digest();
