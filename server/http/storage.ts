import type { RateLimits } from '../codes/rate-limits.rules.ts';
import { rewardRulesOf, type RewardPlan } from '../draw/promise.rules.ts';
import { readDeviceCapacity } from '../codes/admissions.sql.ts';
import { requestCodes } from '../codes/code-requests.sql.ts';
import { countTries } from '../codes/code-tries.sql.ts';
import { recordConsents } from '../participants/consents.sql.ts';
import type { Database } from '../database/database.ts';
import { grantRewards } from '../draw/grants.sql.ts';
import { createMutex } from '../database/batches/mutex.ts';
import type { ReadCards } from '../draw/read-cards.sql.ts';
import { eraseProven, readErasures, stopCodes } from '../participants/own-erasure.sql.ts';
import { readPersonalData, writePersonalData } from '../participants/personal-data.sql.ts';
import { readRegistrations } from '../codes/registrations.sql.ts';
import { readTokens } from '../participants/tokens.sql.ts';
import { recordVerifications } from '../participants/verifications.sql.ts';

export type StorageOptions = {
  database: Database;
  campaign: RewardPlan & { id: string };
  rateLimits: RateLimits;
  readCards: ReadCards;
};

export type Storage = ReturnType<typeof createStorage>;

/** The storage functions of the calls, bound to one database and one campaign. */
export function createStorage({ database, campaign, rateLimits, readCards }: StorageOptions) {
  const { id } = campaign;
  const rules = rewardRulesOf(campaign);
  // Shared, because both lock the campaign's head.
  const headMutex = createMutex();
  return {
    recordConsents: recordConsents(database, id, rateLimits.visitors.consent),
    readRegistrations: readRegistrations(database, id),
    requestCodes: requestCodes(database, id, rateLimits),
    readDeviceCapacity: readDeviceCapacity(database, id),
    countTries: countTries(database, id, rateLimits),
    recordVerifications: recordVerifications(database, id, rules, headMutex),
    readTokens: readTokens(database, id),
    grantRewards: grantRewards(database, id, rules, readCards, headMutex),
    readPersonalData: readPersonalData(database, id),
    writePersonalData: writePersonalData(database, id),
    eraseProven: eraseProven(database, id),
    stopCodes: stopCodes(database, id),
    readErasures: readErasures(database, id),
  };
}
