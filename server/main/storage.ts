import { claimsIn } from '@inaam/campaigns/loader/plugin-files.ts';
import { serverPlugins } from '@inaam/plugins/server.ts';
import type { EntryCampaign } from '@inaam/plugins/server-plugin.ts';
import { readTokens } from '../participants/tokens.sql.ts';
import { verifyCodes } from '../participants/verifications.sql.ts';
import { limitsForClaims, type RateLimits } from '../codes/rate-limits.rules.ts';
import { rewardRulesOf, type RewardPlan } from '../draw/promise.rules.ts';
import { readDeviceCapacity } from '../codes/code-facts.sql.ts';
import { requestCodes } from '../codes/code-requests.sql.ts';
import { recordConsents } from '../participants/consents.sql.ts';
import type { Database } from '../database/database.ts';
import { grantRewards } from '../draw/grants.sql.ts';
import { createMutex, type Mutex } from '../database/batches/gather.ts';
import type { ReadCards } from '../draw/read-cards.ts';
import { eraseProven, readErasures, stopCodes } from '../participants/own-erasure.sql.ts';
import { readPersonalData, writePersonalData } from '../participants/personal-data.sql.ts';
import { readRegistrations } from '../codes/registrations.sql.ts';

export type StorageOptions = {
  database: Database;
  campaign: RewardPlan & EntryCampaign;
  rateLimits: RateLimits;
  readCards: ReadCards;
  /** Of all that lock the ledger's head. */
  headMutex?: Mutex;
};

export type Storage = ReturnType<typeof createStorage>;

export const entryOf = (campaign: EntryCampaign) =>
  serverPlugins.flatMap(({ entry }) => (entry?.isOf(campaign) ? entry : []))[0];

/** The storage functions of the calls, bound to one database and one campaign. */
export function createStorage(options: StorageOptions) {
  const { database, campaign, rateLimits, readCards, headMutex = createMutex() } = options;
  const { id } = campaign;
  const limits = claimsIn(campaign);
  const codeLimits = limitsForClaims(rateLimits, limits?.perDay);
  const entry = entryOf(campaign);
  const rules = rewardRulesOf(campaign);
  return {
    recordConsents: recordConsents(database, id),
    readRegistrations: readRegistrations(database, id),
    requestCodes: requestCodes(database, id, codeLimits, limits !== undefined),
    readDeviceCapacity: readDeviceCapacity(database, id),
    verifyCodes: verifyCodes(database, id, {
      rules,
      rateLimits: codeLimits,
      mutex: headMutex,
      step: entry?.stepOf(campaign),
      limits,
    }),
    readTokens: readTokens(database, id),
    grantRewards: grantRewards(database, id, rules, readCards, headMutex),
    readPersonalData: readPersonalData(database, id),
    writePersonalData: writePersonalData(database, id),
    eraseProven: eraseProven(database, id),
    stopCodes: stopCodes(database, id),
    readErasures: readErasures(database, id),
    ...entry?.storage(database, campaign),
  };
}
