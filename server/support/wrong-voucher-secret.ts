import { sealContexts } from '../keys/seal-contexts.ts';
import type { AllKeys } from '../keys/keys.ts';
import type { Database } from '../storage/database.ts';
import { readSampleVoucher } from '../storage/messages/voucher-queries.ts';

/**
 * The secret that the stock was not loaded with: the delivery could not open its codes, or they
 * would be loaded twice. Undefined if both are right, or there is no stock.
 */
export async function wrongVoucherSecret(
  database: Database,
  campaign: string,
  { vouchers, voucherIndex }: Pick<AllKeys, 'vouchers' | 'voucherIndex'>,
): Promise<'VOUCHER_SEAL_KEYS' | 'INDEX_SECRET' | undefined> {
  const sample = await readSampleVoucher(database, campaign);
  if (sample === undefined) return undefined;
  const { codeSealed, codeIndex } = sample;
  let code;
  try {
    code = vouchers.open(codeSealed, sealContexts.voucherCode(codeIndex));
  } catch {
    return 'VOUCHER_SEAL_KEYS';
  }
  return voucherIndex(code).equals(codeIndex) ? undefined : 'INDEX_SECRET';
}
