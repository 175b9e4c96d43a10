// The part of a campaign that every shopper's browser may read; the server puts it into the page as
// JSON. Types only: nothing here runs, and nothing of deck, budget or SMS is ever part of it.
import type { Tags } from './tags.ts';
import type { Words } from './words.ts';

/**
 * The three reward screens by their paths without the slash: `/reward`, `/tnreward`, `/congrats`
 * (Spec 2).
 */
export type RewardScreen = 'reward' | 'tnreward' | 'congrats';

/** One face of the wheel. */
export type Outcome = {
  /** Whole rupees. */
  amount: number;
  /**
   * Degrees clockwise from 12 o'clock at rest, 0 to 359: the middle of the face (Spec 4, Wheel).
   */
  angle: number;
  /** Where its winner goes. */
  screen: RewardScreen;
};

/**
 * Colours are `#rrggbb`. A name that ends in `Ink` is the colour of text on the colour it is named
 * for.
 */
export type Theme = {
  /** The brand's name as it stands in the header; text, no picture. */
  logo: string;
  colours: {
    paper: string;
    ink: string;
    /** Text of lesser weight, on paper. */
    quiet: string;
    brand: string;
    brandInk: string;
    accent: string;
    accentInk: string;
    /** Text of an error, on paper. */
    fault: string;
    /** What shadows, and the veil behind a dialog, are made of. */
    shade: string;
    /** One face of the wheel each, in the order of `outcomes`. */
    wheel: readonly string[];
    wheelInk: string;
    /**
     * What the wheel has beside its faces: the rim with its darker edge, pegs and lines, the
     * pointer.
     */
    trim: { rim: string; crust: string; line: string; pointer: string };
  };
  /** How the wheel ends: in half circles, as a biscuit does, or round. Its hub is the emblem. */
  wheelEdge: 'fluted' | 'round';
};

/**
 * The pictures of a campaign, `art/<name>.svg` in its folder. Decoration: none of them says
 * anything by itself.
 */
export type ArtworkName = 'emblem' | 'hero' | 'pattern' | 'scan' | 'closed' | 'mishap';

/** What is the same in every language. */
export type CampaignFacts = {
  id: string;
  name: string;
  /** Stem of the cookie with the user key: `<contest>-id` (Spec 3, Auth). */
  contest: string;
  /** First and last day, `YYYY-MM-DD`, Indian time, both included. */
  programme: { from: string; to: string };
  /** Whole rupees. */
  packPrice: number;
  /** `phone` as it is shown; for `tel:` leave the spaces out. */
  contacts: { email: string; phone: string };
  theme: Theme;
  /** Where the browser gets each picture. */
  art: Readonly<Record<ArtworkName, string>>;
  /** BCP 47 tags; the first is the one used when nothing better is asked for. */
  languages: readonly string[];
  /** The fixed list (Spec 3, States and cities), in the order shown. */
  states: readonly string[];
  outcomes: readonly Outcome[];
  /** States whose participants get a fixed reward and never see the wheel. */
  fixedRewardStates: readonly string[];
  /** What may load after consent. */
  tags: Tags;
};

/**
 * The words as the screens show them: what is measured stands in the consent notice already, and
 * the page on the draw is the server's but for the link to it.
 */
export type PublicWords = Omit<Words, 'measuring' | 'fairDraw'> & {
  fairDraw: Pick<Words['fairDraw'], 'title'>;
};

/** What of a campaign is said in a language. */
export type Localized = {
  language: string;
  words: PublicWords;
  /**
   * Each amount that can be won, with its sign: `{ 10: '₹10' }`. Spelled here: a phone takes long
   * to learn how.
   */
  amounts: Readonly<Record<number, string>>;
};

/** What the server writes into the page: the facts, and the words of one language. */
export type PublicCampaign = CampaignFacts &
  Localized & {
    /** Each language's own name, by its tag: `{ en: 'English', hi: 'हिन्दी' }`. */
    languageNames: Readonly<Record<string, string>>;
    /**
     * SHA-256 (hex) of the draw's published document; absent where a folder was loaded without a
     * server.
     */
    commitment?: string;
  };
