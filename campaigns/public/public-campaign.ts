// The part of a campaign that the server puts into the page as JSON: never the deck, the budget or
// SMS data. Types only.
import type * as z from 'zod';
import type { messagesById, packMessages, questionMessages } from '../schema/message-words.ts';
import type { Direction, Tags } from './tags.ts';
import type { Kit } from './kit.ts';
import type { Words } from './words.ts';

/** The name is also the path, without the slash (Spec 2). */
export type RewardScreen = 'reward' | 'tnreward' | 'congrats';

export type Outcome = {
  amount: number;
  /** Degrees clockwise from 12 o'clock at rest, 0 to 359: the segment's middle (Spec 4, Wheel). */
  angle: number;
  screen: RewardScreen;
};

/** Colours are `#rrggbb`. `…Ink` is the text colour on the colour in its name. */
export type Theme = {
  colours: {
    paper: string;
    ink: string;
    /** Secondary text, on paper. */
    quiet: string;
    brand: string;
    brandInk: string;
    accent: string;
    accentInk: string;
    /** Error text, on paper. */
    fault: string;
    /** Shadows and dialog backdrops. */
    shade: string;
    /** The wheel's segments, in the order of `outcomes`. */
    wheel: readonly string[];
    wheelInk: string;
    /** Parts of the wheel besides its segments; `crust` is the rim's darker edge. */
    trim: { rim: string; crust: string; line: string; pointer: string };
  };
  kit: Kit;
};

/** `art/<name>.svg`. Decoration only: no picture carries information. */
export type ArtworkName =
  | 'emblem'
  | 'hero'
  | 'pattern'
  | 'scan'
  | 'closed'
  | 'mishap'
  | 'character';

/** `art/hero.avif`, with the proportions of the drawn hero; `width` and `height` in pixels. */
export type HeroImage = { address: string; width: number; height: number };

/** Language-independent data. */
export type CampaignFacts = {
  id: string;
  name: string;
  /** The company behind the promotion, as shown to shoppers. */
  promoter: string;
  /** Where vouchers are used: a shop or an app, as shown to shoppers. */
  redeemAt: string;
  /** Prefix of the cookie with the user key: `<contest>-id` (Spec 3, Auth). */
  contest: string;
  /** First and last day, `YYYY-MM-DD`, Indian time, both included. */
  programme: { from: string; to: string };
  /** Set if the last day was changed after the start. */
  lastDayMoved?: 'earlier' | 'later';
  packPrice: number;
  /** `phone` as displayed; remove the spaces for `tel:`. */
  contacts: { email: string; phone: string };
  theme: Theme;
  /** URL of each picture. `particle` exists only if the kit uses it. */
  art: Readonly<Record<ArtworkName, string>> & { readonly particle?: string };
  heroImage?: HeroImage;
  /** BCP 47 tags; the first is the default. */
  languages: readonly string[];
  /** The fixed list (Spec 3, States and cities), in the order shown. */
  states: readonly string[];
  outcomes: readonly Outcome[];
  /** By state: its participants get this reward and never see the wheel. */
  fixedRewards: Readonly<Record<string, number>>;
  /**
   * Possible amounts for participants from these states: the fixed rewards, or the reserve once
   * those are used up.
   */
  fixedRewardAmounts: readonly number[];
  tags: Tags;
};

/**
 * The words that screens use. `measuring` is already part of the consent notice. Of the pages that
 * the server renders (fair draw, refusals, demonstration) only the link to the first and the
 * sentences of the protocol's message ids remain.
 */
export type PublicWords = Omit<
  Words,
  'measuring' | 'fairDraw' | 'messages' | 'demo' | 'packs' | 'question' | 'questions'
> & {
  fairDraw: Pick<Words['fairDraw'], 'title'>;
  messages: z.infer<typeof messagesById> &
    Partial<z.infer<typeof packMessages> & z.infer<typeof questionMessages>>;
  /** Like the messages of packs, only if each pack has a code. */
  packs?: Words['packs'];
  /** Only if the campaign asks a question after the reward. */
  question?: Words['question'];
};

export type Localized = {
  language: string;
  direction: Direction;
  words: PublicWords;
  /**
   * Each amount formatted, `{ 10: '₹10' }`. By the server, because formatting is slow on a phone.
   */
  amounts: Readonly<Record<number, string>>;
};

export type PublicCampaign = CampaignFacts &
  Localized & {
    /** By tag: `{ en: 'English', hi: 'हिन्दी' }`. */
    languageNames: Readonly<Record<string, string>>;
    /** Changes whenever the privacy notice changes, in any language. */
    noticeVersion: string;
    /** SHA-256 (hex) of the draw's published document; absent if loaded without a server. */
    commitment?: string;
    /** Set if each pack has a code: the form of these codes. */
    packs?: 'made' | 'loaded';
    /** Set if a question is asked after the reward. */
    question?: true;
  };
