// The storage as the calls see it: every function of it, bound to one database, one campaign and the rules that
// decide under its locks. The one place that knows them all.
import type { AskFacts, AskVerdict } from '../rules/ask-code.ts';
import type { decideRewards } from '../rules/reward.ts';
import type { TryFacts, TryVerdict, worthOf } from '../rules/try-code.ts';
import { readClosed, readRooms } from './admissions.ts';
import { askCodes } from './asks.ts';
import { recordConsents } from './consents.ts';
import type { Database } from './database.ts';
import { grantRewards, readRewards } from './grants.ts';
import { readPeople, writePeople } from './people.ts';
import { readPending } from './pending.ts';
import { readTokens } from './tokens.ts';
import { countTries } from './tries.ts';
import { recordVerifications } from './verifications.ts';

/** The rules that are asked while rows are held. */
export type Decisions = {
  askCode: (facts: AskFacts) => AskVerdict;
  tryCode: (facts: TryFacts) => TryVerdict;
  worthOf: typeof worthOf;
  decideRewards: (
    claims: Parameters<typeof decideRewards>[0],
    deck: Parameters<typeof decideRewards>[2],
  ) => ReturnType<typeof decideRewards>;
};

export type Storage = ReturnType<typeof storageOf>;

export function storageOf(database: Database, campaign: string, decisions: Decisions) {
  return {
    recordConsents: recordConsents(database, campaign),
    readPending: readPending(database, campaign),
    askCodes: askCodes(database, campaign, decisions.askCode),
    readRooms: readRooms(database, campaign),
    readClosed: readClosed(database, campaign),
    countTries: countTries(database, campaign, decisions.tryCode),
    recordVerifications: recordVerifications(database, campaign, decisions.worthOf),
    readTokens: readTokens(database, campaign),
    grantRewards: grantRewards(database, campaign, decisions.decideRewards),
    readRewards: readRewards(database, campaign),
    readPeople: readPeople(database, campaign),
    writePeople: writePeople(database, campaign),
  };
}
