// The rules that the storage asks while rows are held, bound to one campaign. Decides nothing by itself.
import type { Keys } from './keys/keys.ts';
import { askCode } from './rules/ask-code.ts';
import type { Ceilings } from './rules/ceilings.ts';
import type { Pace } from './rules/pace.ts';
import { decideRewards, type FixedReward, type RewardRules } from './rules/reward.ts';
import { tryCode, worthOf } from './rules/try-code.ts';
import type { Decisions } from './storage/storage.ts';

type Door = {
  /** Of a campaign folder, or of what was committed to. */
  campaign: {
    fixed: readonly FixedReward[];
    draw: Pick<Pace, 'pacing'>;
    programme: Pace['programme'];
  };
  ceilings: Ceilings;
  keys: Pick<Keys, 'drawSecret'>;
};

export function decisionsOf({ campaign, ceilings, keys }: Door): Decisions {
  const rules: RewardRules = {
    fixed: campaign.fixed,
    drawSecret: keys.drawSecret,
    pace: { pacing: campaign.draw.pacing, programme: campaign.programme },
  };
  return {
    askCode: (facts) => askCode(facts, ceilings),
    tryCode: (facts) => tryCode(facts, ceilings),
    worthOf,
    decideRewards: (claims, deck) => decideRewards(claims, rules, deck),
  };
}
