// Voucher codes on their way into the stock, in clear for the last time: checked, sealed, indexed, loaded. Never says
// a code, only the line that it stands in.
import { voucherCodeLengthMax } from '@inaam/campaigns/sms/sms-template.ts';
import { sealContexts } from '../keys/seal-contexts.ts';
import type { Keys } from '../keys/keys.ts';
import type { Database } from '../storage/database.ts';
import type { Audit } from '../storage/audit-log.ts';
import { loadVouchers, type Loaded } from '../storage/voucher-loading.ts';

/** @param amount whole rupees */
export type VoucherCode = { code: string; amount: number };

export type LoadedCodes = Loaded | { kind: 'unfit'; lines: number[] };

/** What a template and the SMS alphabet can carry, and nothing that a phone would break or mistake. */
const fit = new RegExp(`^[A-Za-z0-9](?:[A-Za-z0-9-]{2,${voucherCodeLengthMax - 2}})[A-Za-z0-9]$`);

/** Whether a code is 4 to 24 letters, digits and hyphens, a hyphen neither first nor last. */
export const isValidCode = (code: string): boolean => fit.test(code);

/**
 * Loads codes, all or none; those who wait for them get them at once.
 * @param now wall time, ms
 * @param audit the row of the log that is written with them, where an operator loads them
 * @returns `unfit` with the lines (from 1) whose code is not 4 to 24 letters, digits and hyphens, or whose amount is
 *   not one of the campaign's
 */
export async function loadVoucherCodes(
  door: {
    database: Database;
    campaign: { id: string; sms: { vouchers: Readonly<Record<string, unknown>> } };
    keys: Pick<Keys, 'seal' | 'voucherIndex'>;
  },
  codes: readonly VoucherCode[],
  now: number,
  audit?: Audit,
): Promise<LoadedCodes> {
  const { database, campaign, keys } = door;
  const lines = codes.flatMap(({ code, amount }, at) =>
    isValidCode(code) && Object.hasOwn(campaign.sms.vouchers, String(amount)) ? [] : [at + 1],
  );
  if (lines.length > 0) return { kind: 'unfit', lines };
  const sealed = codes.map(({ code, amount }) => {
    const codeIndex = keys.voucherIndex(code);
    return { codeIndex, codeSealed: keys.seal(code, sealContexts.voucherCode(codeIndex)), amount };
  });
  return loadVouchers(database, campaign.id, sealed, now, audit);
}
