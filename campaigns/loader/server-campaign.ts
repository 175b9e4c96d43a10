// The part of a campaign that never reaches a browser: deck, budget, SMS, cities. Server only.
import type { CampaignFacts, PublicCampaign } from '../public/public-campaign.ts';
import type { PluginParts } from './plugin-files.ts';
import type { Unreviewed } from './sign-offs.ts';
import type { Words } from '../public/words.ts';
import type { Draw, FixedReward } from '../schema/draw-schema.ts';
import type { Sms } from '../schema/folder-schema.ts';

export type ServerCampaign = CampaignFacts &
  PluginParts & {
    words: (language: string) => Words;
    /** The page's part; falls back to the campaign's first language. */
    publicCampaign: (language: string) => PublicCampaign;
    unreviewed: readonly Unreviewed[];
    /** For production only. */
    launch: {
      /** Languages whose words are signed off, or allowed without sign-off. */
      languages: readonly string[];
      /** Sentences that name what blocks a launch. */
      faults: readonly string[];
      /** Rules that it breaks, of a version after its launch; empty before the launch. */
      later: readonly string[];
    };
    /** The same campaign with another last day in its words and facts (docs/decisions/0031). */
    withLastDay: (to: string) => ServerCampaign;
    /** SVG by address, as in `art`. */
    pictures: ReadonlyMap<string, string>;
    /** Images, sounds and the videos of plugins, by address. */
    media: ReadonlyMap<string, Buffer>;
    /** Sorted cities of every state in `states`. */
    cities: Readonly<Record<string, readonly string[]>>;
    fixed: readonly FixedReward[];
    draw: Draw;
    sms: Sms;
  };

/**
 * The campaign as calls and pages see it: as corrected, and with the last day in force
 * (docs/decisions/0031). Do not copy it: a copy would not be updated.
 * @param lastDay undefined: the committed one
 */
export function campaignInForce(
  committed: ServerCampaign,
  lastDay: () => string | undefined = () => undefined,
  corrected = () => committed,
): ServerCampaign {
  let of = committed;
  let current = committed;
  const now = () => {
    const to = lastDay() ?? committed.programme.to;
    if (of === corrected() && to === current.programme.to) return current;
    of = corrected();
    current = to === of.programme.to ? of : of.withLastDay(to);
    return current;
  };
  return new Proxy(committed, { get: (_, name) => Reflect.get(now(), name) });
}
