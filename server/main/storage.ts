import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { readTokens } from '../participants/tokens.sql.ts';
import { limitsForClaims, type RateLimits } from '../codes/rate-limits.rules.ts';
import { rewardRulesOf, type RewardPlan } from '../draw/promise.rules.ts';
import { readDeviceCapacity } from '../codes/code-facts.sql.ts';
import { requestCodes } from '../codes/code-requests.sql.ts';
import { countTries } from '../codes/code-tries.sql.ts';
import { recordConsents } from '../participants/consents.sql.ts';
import type { Database } from '../database/database.ts';
import { grantRewards } from '../draw/grants.sql.ts';
import { createMutex } from '../database/batches/gather.ts';
import type { ReadCards } from '../draw/read-cards.ts';
import { eraseProven, readErasures, stopCodes } from '../participants/own-erasure.sql.ts';
import { readPersonalData, writePersonalData } from '../participants/personal-data.sql.ts';
import { readRegistrations } from '../codes/registrations.sql.ts';
import { answerQuestions } from '../questions/answer-questions.sql.ts';
import { askQuestions } from '../questions/ask-questions.sql.ts';
import { readQuestions } from '../questions/read-questions.sql.ts';
import { optionsOf } from '../questions/questions.rules.ts';
import { committedQuestion } from '../draw/campaign-commitment.ts';
import { readPacks, recordRefusedPacks } from '../packs/packs.sql.ts';
import { recordVerifications } from '../participants/verifications.sql.ts';

export type StorageOptions = {
  database: Database;
  campaign: RewardPlan & Pick<ServerCampaign, 'id' | 'packs' | 'questions'>;
  rateLimits: RateLimits;
  readCards: ReadCards;
};

const unasked = { bonus: 'amount', count: 0, pools: [], seconds: null, statesWithout: [] } as const;
const noneDrawn = () => Promise.resolve<ReadonlyMap<number, number>>(new Map());

export type Storage = ReturnType<typeof createStorage>;

/** The storage functions of the calls, bound to one database and one campaign. */
export function createStorage({ database, campaign, rateLimits, readCards }: StorageOptions) {
  const { id, packs, questions } = campaign;
  const unique = packs?.kind === 'unique' ? packs : undefined;
  const codes = unique?.codes ?? 'made';
  const limits = unique?.claims;
  const codeLimits = limitsForClaims(rateLimits, limits?.perDay);
  const rules = rewardRulesOf(campaign);
  // Shared, because both lock the campaign's head.
  const headMutex = createMutex();
  return {
    recordConsents: recordConsents(database, id, rateLimits.visitors.consent),
    readRegistrations: readRegistrations(database, id),
    requestCodes: requestCodes(database, id, codeLimits, limits !== undefined),
    readDeviceCapacity: readDeviceCapacity(database, id),
    countTries: countTries(database, id, codeLimits),
    recordVerifications: recordVerifications(database, id, rules, headMutex, {
      hasPacks: unique !== undefined,
      limits,
    }),
    readTokens: readTokens(database, id),
    grantRewards: grantRewards(database, id, rules, readCards, headMutex),
    readPersonalData: readPersonalData(database, id),
    writePersonalData: writePersonalData(database, id),
    eraseProven: eraseProven(database, id),
    stopCodes: stopCodes(database, id),
    readErasures: readErasures(database, id),
    readQuestions: readQuestions(database, id),
    /** @throws DrawUnavailable */
    drawnQuestions: readCards.questions ?? noneDrawn,
    askQuestions: askQuestions(
      database,
      id,
      questions ? committedQuestion(questions) : unasked,
      headMutex,
    ),
    answerQuestions: answerQuestions(
      database,
      id,
      optionsOf(questions?.questions ?? []),
      headMutex,
    ),
    readPacks: readPacks(database, id, codes),
    recordRefusedPacks: recordRefusedPacks(database, id),
  };
}
