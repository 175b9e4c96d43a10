// The part of a campaign that never reaches a browser: deck, budget, SMS, cities. Types only.
import type { CampaignFacts, PublicCampaign } from '../public/public-campaign.ts';
import type { FixedReward } from './fixed-reward.ts';
import type { Unreviewed } from './sign-offs.ts';
import type { Words } from '../public/words.ts';
import type { SmsCategory } from '../sms/sms-category.ts';

/** Deck and rules of the chance draw (Design 5). */
type Draw = {
  /** Public keys by name, if actions that cost money need two people. */
  approvers?: Readonly<Record<string, string>> | undefined;
  deck: {
    /** Cards in one block, keyed by amount in rupees. */
    cards: Readonly<Record<string, number>>;
    blocks: number;
  };
  /**
   * When every block is empty, a reserve pays one amount, at most `rewards` times; or the campaign
   * closes, admitting only as many participants as there are cards.
   */
  whenDeckEnds: { kind: 'reserve'; amount: number; rewards: number } | { kind: 'close' };
  /** `daily`: each day releases its share of the blocks; unused ones carry over. */
  pacing: 'daily' | null;
  /** Rupees for deck, reserve and fixed rewards together. */
  budgetRupees: number;
};

/** A template's ids on the operators' DLT platform (TRAI TCCCPR 2018). */
export type Dlt = { entityId: string; headerId: string; templateId: string };

/** One SMS, worded as registered. Placeholders: see `sms-template.ts`. */
export type SmsTemplate = {
  dlt: Dlt;
  /** Some are sent only at certain hours. */
  category: SmsCategory;
  text: string;
};

export type Sms = {
  /**
   * The language in which the texts are registered; shoppers get it whatever their page's language.
   */
  language: string;
  /** Web addresses that are registered as safe and may occur in a text. */
  urls: readonly string[];
  /** Variables: `code`, twice. Settings, fixed per deployment: `host`, `minutes`. */
  otp: SmsTemplate;
  /** Keyed by amount in rupees, each with its own template. Variables: `code`, `validUntil`. */
  vouchers: Readonly<Record<string, SmsTemplate>>;
};

export type ServerCampaign = CampaignFacts & {
  words: (language: string) => Words;
  /** The part for the page; falls back to the campaign's first language. */
  publicCampaign: (language: string) => PublicCampaign;
  unreviewed: readonly Unreviewed[];
  /** What holds in production alone. */
  launch: {
    /** Those whose words are signed off, or that the campaign takes unread. */
    languages: readonly string[];
    /** Sentences that name what a launch refuses. */
    faults: readonly string[];
  };
  /** The same campaign with another last day in its words and facts (docs/decisions/0031). */
  withLastDay: (to: string) => ServerCampaign;
  /** SVG by address, as in `art`. */
  pictures: ReadonlyMap<string, string>;
  /** Content of `heroImage`. */
  heroContent?: Buffer;
  /** Sorted cities of every state in `states`. */
  cities: Readonly<Record<string, readonly string[]>>;
  fixed: readonly FixedReward[];
  draw: Draw;
  sms: Sms;
};
