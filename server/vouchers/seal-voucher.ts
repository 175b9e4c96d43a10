import { voucherCodeLengthMax } from '@inaam/campaigns/sms/sms-template.ts';
import type { AllKeys } from '../platform/keys.ts';
import { sealContexts } from '../platform/seal.ts';
import type { NewVoucher } from './voucher-staging.sql.ts';

export type VoucherCode = Pick<NewVoucher, 'amount' | 'expiresOn'> & { code: string };

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
  const codeIndex = keys.voucherIndex(code).toString('hex');
  return {
    codeIndex,
    codeSealed: keys.vouchers.seal(code, sealContexts.voucherCode(codeIndex)).toString('hex'),
    endIndex: keys.voucherEndIndex(code).toString('hex'),
  };
}

/**
 * Only the index by which codes are compared, for a file that is not stored: sealing takes longer.
 */
export const indexOnly = (keys: Pick<VoucherKeys, 'voucherIndex'>, code: string): SealedCode => ({
  codeIndex: keys.voucherIndex(code).toString('hex'),
  codeSealed: '',
  endIndex: '',
});

export const sealVoucher = (
  keys: VoucherKeys,
  { code, amount, expiresOn }: VoucherCode,
): NewVoucher => ({ ...sealCode(keys, code), amount, expiresOn });
