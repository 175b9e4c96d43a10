import type { AllKeys } from '../../keys/keys.ts';
import type { Database } from '../../storage/database.ts';
import { wrongVoucherSecret } from '../../support/vouchers/wrong-voucher-secret.ts';
import { RefusedError } from '../command-context.ts';

/** @throws RefusedError that begins with `nothing`, if a secret differs from the stock's */
export async function assertVoucherSecrets(
  database: Database,
  campaign: string,
  keys: Pick<AllKeys, 'vouchers' | 'voucherIndex'>,
  nothing: string,
): Promise<void> {
  const wrong = await wrongVoucherSecret(database, campaign, keys);
  if (wrong === undefined) return;
  throw new RefusedError(
    `${nothing}: ${wrong} differs from the one that the stock was loaded with. Use the values of \`npm run deliver\`.`,
  );
}
