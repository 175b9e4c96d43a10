import { voucherCodeLengthMax } from '@inaam/campaigns/sms/sms-template.ts';
import type { AllKeys } from '../platform/keys.ts';
import { sealContexts } from '../platform/seal.ts';
import type { NewVoucher } from './voucher-staging.sql.ts';

export type VoucherCode = {
  code: string;
  /** Whole rupees. */
  amount: number;
  /** The last day of validity, `YYYY-MM-DD`; omitted: the code never expires. */
  expiresOn?: string | undefined;
};

export type VoucherKeys = Pick<AllKeys, 'voucherIndex' | 'voucherEndIndex'> & {
  vouchers: Pick<AllKeys['vouchers'], 'seal'>;
};

/**
 * Characters that fit into a template and the SMS alphabet, and that phones neither break nor
 * misread.
 */
const validCode = new RegExp(
  `^[A-Za-z0-9](?:[A-Za-z0-9-]{2,${voucherCodeLengthMax - 2}})[A-Za-z0-9]$`,
);

/** Whether a code has 4 to 24 letters, digits and hyphens, with no hyphen first or last. */
export const isValidCode = (code: string): boolean => validCode.test(code);

export type SealedCode = Pick<NewVoucher, 'codeIndex' | 'codeSealed' | 'endIndex'>;

export function sealCode(keys: VoucherKeys, code: string): SealedCode {
  const codeIndex = keys.voucherIndex(code);
  const codeSealed = keys.vouchers.seal(code, sealContexts.voucherCode(codeIndex));
  return { codeIndex, codeSealed, endIndex: keys.voucherEndIndex(code) };
}

const noBytes = Buffer.alloc(0);

/**
 * Only the index by which codes are compared, for a file that is not stored: sealing takes longer.
 */
export const indexOnly = (keys: Pick<VoucherKeys, 'voucherIndex'>, code: string): SealedCode => ({
  codeIndex: keys.voucherIndex(code),
  codeSealed: noBytes,
  endIndex: noBytes,
});

export const sealVoucher = (
  keys: VoucherKeys,
  { code, amount, expiresOn }: VoucherCode,
): NewVoucher => ({ ...sealCode(keys, code), amount, expiresOn });

// Packs many small values into one buffer, which threads transfer without copying.

export type Packed = { bytes: Uint8Array<ArrayBuffer>; lengths: Uint32Array<ArrayBuffer> };

export function pack(values: readonly Uint8Array[]): Packed {
  const lengths = Uint32Array.from(values, ({ length }) => length);
  const bytes = new Uint8Array(lengths.reduce((sum, length) => sum + length, 0));
  let at = 0;
  for (const value of values) {
    bytes.set(value, at);
    at += value.length;
  }
  return { bytes, lengths };
}

/** @returns views of the packed bytes */
export function unpack({ bytes, lengths }: Packed): Buffer[] {
  let end = 0;
  return Array.from(lengths, (length) => {
    end += length;
    return Buffer.from(bytes.buffer, bytes.byteOffset + end - length, length);
  });
}
