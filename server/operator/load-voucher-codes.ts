import { voucherCodeLengthMax } from '@inaam/campaigns/sms/sms-template.ts';
import { sealContexts } from '../keys/seal-contexts.ts';
import type { AllKeys } from '../keys/keys.ts';
import type { Database } from '../storage/database.ts';
import { loadVouchers, type Loaded } from '../storage/messages/voucher-loading.ts';
import type { NewVoucher } from '../storage/messages/voucher-staging.ts';

export type VoucherCode = {
  code: string;
  /** Whole rupees. */
  amount: number;
  /** The last day it can be used, `YYYY-MM-DD`; left out: it has none. */
  expiresOn?: string | undefined;
};

export type VoucherKeys = Pick<AllKeys, 'vouchers' | 'voucherIndex' | 'voucherEndIndex'>;

export type LoadedCodes = Loaded | { kind: 'invalid'; lines: number[] };

/** What fits into a template and the SMS alphabet, and no phone breaks or misreads. */
const validCode = new RegExp(
  `^[A-Za-z0-9](?:[A-Za-z0-9-]{2,${voucherCodeLengthMax - 2}})[A-Za-z0-9]$`,
);

/** Whether a code is 4 to 24 letters, digits and hyphens, a hyphen neither first nor last. */
export const isValidCode = (code: string): boolean => validCode.test(code);

/**
 * Seals and loads codes, all or none; winners who wait for one get it at once.
 * @param now wall time, ms
 * @returns `invalid` with the lines (from 1) whose code is not 4 to 24 letters, digits and hyphens,
 *   or whose amount is not one of the campaign's
 */
export async function loadVoucherCodes(
  options: {
    database: Database;
    campaign: { id: string; sms: { vouchers: Readonly<Record<string, unknown>> } };
    keys: VoucherKeys;
  },
  codes: readonly VoucherCode[],
  now: number,
): Promise<LoadedCodes> {
  const { database, campaign, keys } = options;
  const lines = codes.flatMap(({ code, amount }, at) =>
    isValidCode(code) && Object.hasOwn(campaign.sms.vouchers, String(amount)) ? [] : [at + 1],
  );
  if (lines.length > 0) return { kind: 'invalid', lines };
  const sealed = codes.map((code) => sealVoucher(keys, code));
  return loadVouchers(database, campaign.id, sealed, now);
}

/** As it is stored. */
export function sealVoucher(
  keys: VoucherKeys,
  { code, amount, expiresOn }: VoucherCode,
): NewVoucher {
  const codeIndex = keys.voucherIndex(code);
  const codeSealed = keys.vouchers.seal(code, sealContexts.voucherCode(codeIndex));
  return { codeIndex, codeSealed, endIndex: keys.voucherEndIndex(code), amount, expiresOn };
}
