// Keyed one-way values stored for each secret, by which a program notices that its secret is not
// the one that the campaign began with. Nothing else is derived from them.
import { createHmac } from 'node:crypto';
import type { Secrets, VoucherSecrets } from './keys.ts';
import { voucherPublicKeyOf, type VoucherPublicKey } from './seal.ts';

type AllSecrets = Omit<Secrets, 'draw'> & VoucherSecrets;

export type OwnSecrets = { [Name in keyof AllSecrets]?: AllSecrets[Name] | undefined } & {
  /** In place of `voucherSeal`. */
  voucherPublic?: VoucherPublicKey;
};

export type SecretCheck = {
  /** For example `SEAL_KEYS`. */
  variable: string;
  /** The id of a key in a ring; otherwise 0. */
  key: number;
  /** 32 bytes. */
  value: Buffer;
  /** Whether new values are sealed with it: the first key of a ring. */
  seals: boolean;
};

/** Without the pseudonym secret and the draw's parts, whose hashes are in the commitment. */
export function secretChecksOf(
  { index, identity, code, seal = [], voucherSeal = [], voucherPublic, rings }: OwnSecrets,
  campaign: string,
): SecretCheck[] {
  const checkOf = (variable: string, key: number, secret: Uint8Array, seals: boolean) => ({
    variable,
    key,
    value: createHmac('sha256', secret)
      .update(`secret-check|${variable}|${key}|${campaign}`)
      .digest(),
    seals,
  });
  const single = { INDEX_SECRET: index, IDENTITY_SECRET: identity, CODE_SECRET: code };
  // Uses the public half, which a program may have without the ring.
  const vouchers = voucherPublic
    ? [voucherPublic]
    : voucherSeal.map((one) => voucherPublicKeyOf([one]));
  const all = { SEAL_KEYS: seal, VOUCHER_SEAL_KEYS: vouchers, ...rings };
  return [
    ...Object.entries(single).flatMap(([variable, secret]) =>
      secret ? [checkOf(variable, 0, secret, false)] : [],
    ),
    ...Object.entries(all).flatMap(([variable, ring]) =>
      ring.map(({ id, key }, at) => checkOf(variable, id, key, at === 0)),
    ),
  ];
}
