import type { Database } from '../database/database.ts';
import { loadVouchers, type Loaded } from './voucher-loading.sql.ts';
import { isValidCode, sealVoucher, type VoucherCode, type VoucherKeys } from './seal-voucher.ts';

export type LoadedCodes = Loaded | { kind: 'invalid'; lines: number[] };

/**
 * Encrypts and loads codes, all or none; winners who wait for one get it at once.
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
