import type { RateLimits } from '../rules/codes/rate-limits.ts';
import { rewardRulesOf, type RewardPlan } from '../rules/draw/promise.ts';
import { readDeviceCapacity } from './codes/admissions.ts';
import { requestCodes } from './codes/code-requests.ts';
import { countTries } from './codes/code-tries.ts';
import { recordConsents } from './codes/consents.ts';
import type { Database } from './database.ts';
import { grantRewards } from './draw/grants/grants.ts';
import { createMutex } from './batches/mutex.ts';
import type { ReadCards } from './draw/grants/read-cards.ts';
import { eraseProven, readErasures, stopCodes } from './personal-data/own-erasure.ts';
import { readPersonalData, writePersonalData } from './personal-data/personal-data.ts';
import { readRegistrations } from './codes/registrations.ts';
import { readTokens } from './participants/tokens.ts';
import { recordVerifications } from './participants/verifications.ts';

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
