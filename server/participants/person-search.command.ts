// Finds the person whom the operator means: by a number, a pseudonym or a voucher.
import {
  readNumberConfig,
  readOperatorConfig,
  readVouchersConfig,
} from '../main/settings/operator-config.ts';
import type { DatabaseConfig } from '../main/settings/program-config.ts';
import { numberKeysOf, voucherKeysOf } from '../platform/keys.ts';
import { sealContexts } from '../platform/seal.ts';
import type { Database } from '../database/database.ts';
import { readAssignedVouchers } from '../vouchers/voucher-queries.sql.ts';
import { readMobileIndexOf } from './person-events.sql.ts';
import { RefusedError, UsageError, type CommandContext } from '../operator/command-context.ts';
import { createProgress } from '../operator/progress.ts';
import { readLine, readMobile } from '../operator/read-mobile.ts';

export type PersonSearch = {
  config: DatabaseConfig & { campaign: string };
  /** For the audit log. */
  by: 'number' | 'pseudonym' | 'voucher';
  /** Asks for what must not be an argument. @returns the index of the number */
  find: (database: Database) => Promise<Buffer>;
};

export function searchByNumber(context: CommandContext): PersonSearch {
  const config = readNumberConfig(context.variables);
  const keys = numberKeysOf(config.secrets, config.campaign);
  return {
    config,
    by: 'number',
    find: async () => keys.mobileIndex(await readMobile(context)),
  };
}

/** @param hex as in the ledger, which is public, so it may be an argument */
export function searchByPseudonym(context: CommandContext, hex: string): PersonSearch {
  const config = readOperatorConfig(context.variables);
  if (!/^[\da-f]{32}$/i.test(hex)) {
    throw new UsageError('A pseudonym is 32 hexadecimal digits, as in the ledger.');
  }
  return {
    config,
    by: 'pseudonym',
    find: (database) => numberOf(database, config.campaign, Buffer.from(hex, 'hex')),
  };
}

const suffixMin = 4;

export function searchByVoucher(context: CommandContext): PersonSearch {
  const config = readVouchersConfig(context.variables);
  const { campaign, secrets } = config;
  const { vouchers } = voucherKeysOf(secrets, campaign);
  const find = async (database: Database) => {
    const typed = (await readLine(context, 'Last characters of the voucher code')).trim();
    if (!new RegExp(`^[A-Za-z0-9-]{${suffixMin},}$`).test(typed)) {
      throw new UsageError(`Type the last ${suffixMin} characters of the code or more.`);
    }
    const owners: Buffer[] = [];
    const progress = createProgress(context);
    for await (const page of readAssignedVouchers(database, campaign)) {
      progress.show('Looking at the codes');
      for (const { codeIndex, codeSealed, pseudonym } of page) {
        const code = vouchers.open(codeSealed, sealContexts.voucherCode(codeIndex));
        if (code.toUpperCase().endsWith(typed.toUpperCase())) owners.push(pseudonym);
      }
    }
    progress.clear();
    const [owner] = owners;
    if (!owner) throw new RefusedError('No voucher that somebody got ends like that.');
    if (owners.length > 1) {
      throw new RefusedError(`${owners.length} vouchers end like that. Type more of the code.`);
    }
    return numberOf(database, campaign, owner);
  };
  return { config, by: 'voucher', find };
}

async function numberOf(database: Database, campaign: string, pseudonym: Buffer): Promise<Buffer> {
  const mobileIndex = await readMobileIndexOf(database, campaign, pseudonym);
  if (mobileIndex) return mobileIndex;
  throw new RefusedError(`Nobody in campaign "${campaign}" has this pseudonym.`);
}
