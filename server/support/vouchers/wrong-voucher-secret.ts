import { sealContexts } from '../../keys/seal-contexts.ts';
import type { AllKeys } from '../../keys/keys.ts';
import type { Database } from '../../storage/database.ts';
import { readSampleVoucher } from '../../storage/delivery/vouchers/voucher-queries.ts';

/**
 * Names the secret that differs from the one with which the stock was loaded: the delivery could
 * not decrypt its codes, or they could be loaded twice. Undefined if both are right, or if there is
 * no stock.
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
