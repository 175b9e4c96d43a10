// The part of a campaign that never reaches a browser: deck, budget, SMS, cities. Types only.
import type { PackCodes } from '@inaam/contract/pack-code.ts';
import type { CampaignFacts, PublicCampaign } from '../public/public-campaign.ts';
import type { Questions } from './asked-questions.ts';
import type { Unreviewed } from './sign-offs.ts';
import type { Words } from '../public/words.ts';
import type { FixedReward } from '../schema/draw-schema.ts';
import type { SmsCategory } from '../sms/sms-category.ts';

/** Deck and rules of the chance draw (Design 5). */
type Draw = {
  deck: {
    /** Cards in one block, keyed by amount in rupees. */
    cards: Readonly<Record<string, number>>;
    blocks: number;
  };
  /**
   * When every block is empty, a reserve pays one amount, at most `rewards` times; or the campaign
   * closes, and admits only as many participants as there are cards.
   */
  whenDeckEnds: { kind: 'reserve'; amount: number; rewards: number } | { kind: 'close' };
  /** `daily`: each day releases its share of the blocks; unused ones carry over. */
  pacing: 'daily' | null;
  /** Rupees for deck, reserve and fixed rewards together. */
  budgetRupees: number;
};

/** A template's ids on the operators' DLT platform (TRAI TCCCPR 2018). */
export type Dlt = { entityId: string; headerId: string; templateId: string };

/** An SMS as registered. For placeholders see `sms-template.ts`. */
export type SmsTemplate = {
  dlt: Dlt;
  /** Some categories are sent only at certain hours. */
  category: SmsCategory;
  text: string;
};

export type Sms = {
  /**
   * Language in which the texts are registered; shoppers get it whatever language their page has.
   */
  language: string;
  /** Web addresses registered as safe, which texts may contain. */
  urls: readonly string[];
  /** Variables: `code`, twice. Settings, fixed per deployment: `host`, `minutes`. */
  otp: SmsTemplate;
  /** One template per amount in rupees. Variables: `code`, `validUntil`. */
  vouchers: Readonly<Record<string, SmsTemplate>>;
};

/**
 * `batch`: the `id` of a link names a batch, which is only counted. `unique`: each pack has a code,
 * without which nobody takes part, and which works once.
 */
export type Packs =
  | { kind: 'batch' }
  | {
      kind: 'unique';
      codes: PackCodes;
      /** How often one number may take part, each time with another pack. Absent: once. */
      claims?: { perDay: number; inAll: number };
    };

export type ServerCampaign = CampaignFacts & {
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
  /** Of questions, by address. */
  videos: ReadonlyMap<string, Buffer>;
  /** Content of `heroImage`. */
  heroContent?: Buffer;
  /** Sorted cities of every state in `states`. */
  cities: Readonly<Record<string, readonly string[]>>;
  fixed: readonly FixedReward[];
  draw: Draw;
  sms: Sms;
  packs?: Packs;
  questions?: Questions;
};
