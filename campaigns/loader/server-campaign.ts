// The part of a campaign that stays on the server: the deck, the budget, the SMS, the cities by
// state. Types only. Nothing here ever reaches a browser.
import type { CampaignFacts, PublicCampaign } from '../public/public-campaign.ts';
import type { FixedReward } from './fixed-reward.ts';
import type { Words } from '../public/words.ts';

/** The deck of the chance draw (Design 5). */
type Draw = {
  deck: {
    /** Cards of one block: amount in rupees, as text, to how many. */
    cards: Readonly<Record<string, number>>;
    /** How many blocks there are. */
    blocks: number;
  };
  /**
   * What happens when every block is empty: a reserve of one amount pays, so many times at most; or
   * the campaign closes, which means that nobody more is admitted than there are cards.
   */
  whenDeckEnds: { kind: 'reserve'; amount: number; rewards: number } | { kind: 'close' };
  /**
   * `daily`: each day of the programme releases its share of the blocks; what is unused rolls on.
   */
  pacing: 'daily' | null;
  /** Rupees of deck, reserve and fixed rewards together. */
  budgetRupees: number;
};

/** How the operators' DLT platform knows a template (TRAI TCCCPR 2018). */
export type Dlt = { entityId: string; headerId: string; templateId: string };

/** One SMS, worded as it is registered. Placeholders: see `sms-template.ts`. */
export type SmsTemplate = {
  dlt: Dlt;
  /** The only category that may go out at any hour. */
  category: 'service-implicit';
  text: string;
};

export type Sms = {
  /** Web addresses that are registered as safe and may stand in a text. */
  urls: readonly string[];
  /** Variables: `code`, twice. Settings, fixed per deployment: `host`, `minutes`. */
  otp: SmsTemplate;
  /**
   * By amount in rupees, as text: each amount is a template of its own. Variables: `code`,
   * `validUntil`.
   */
  vouchers: Readonly<Record<string, SmsTemplate>>;
};

/** A campaign as `loadCampaign` answers it: every value in it has been checked. */
export type ServerCampaign = CampaignFacts & {
  /** Words of a language; of the campaign's first one when it does not have that one. */
  words: (language: string) => Words;
  /**
   * What goes into the page, in a language; the campaign's first one when it does not have that
   * one.
   */
  publicCampaign: (language: string) => PublicCampaign;
  /** What the browser gets at the addresses of `art`: SVG. */
  pictures: ReadonlyMap<string, string>;
  /** Every state of `states` has its cities, sorted. */
  cities: Readonly<Record<string, readonly string[]>>;
  fixed: readonly FixedReward[];
  draw: Draw;
  sms: Sms;
};
