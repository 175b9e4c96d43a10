// Finds the person whom the operator means: by a number, a pseudonym or a voucher.
import {
  readNumberConfig,
  readOperatorConfig,
  readVouchersConfig,
} from '../../config/operator-config.ts';
import type { DatabaseConfig } from '../../config/program-config.ts';
import { numberKeysOf, voucherKeysOf } from '../../keys/keys.ts';
import { sealContexts } from '../../keys/seal-contexts.ts';
import type { Database } from '../../storage/database.ts';
import { readAssignedVouchers } from '../../storage/delivery/vouchers/voucher-queries.ts';
import { readMobileIndexOf } from '../../storage/reports/person-events.ts';
import { RefusedError, UsageError, type CommandContext } from '../command-context.ts';
import { createProgress } from '../output/progress.ts';
import { readLine, readMobile } from '../prompts/read-mobile.ts';

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

const suffixLeast = 4;

export function searchByVoucher(context: CommandContext): PersonSearch {
  const config = readVouchersConfig(context.variables);
  const { campaign, secrets } = config;
  const { vouchers } = voucherKeysOf(secrets, campaign);
  const find = async (database: Database) => {
    const typed = (await readLine(context, 'Last characters of the voucher code')).trim();
    if (!new RegExp(`^[A-Za-z0-9-]{${suffixLeast},}$`).test(typed)) {
      throw new UsageError(`Type the last ${suffixLeast} characters of the code or more.`);
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
