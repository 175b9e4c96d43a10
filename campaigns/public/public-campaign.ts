// The part of a campaign that the server puts into the page as JSON: never the deck, the budget or
// SMS data. Types only.
import type * as z from 'zod';
import type { messagesById } from '../schema/message-words.ts';
import type { Rewards } from '../schema/draw-schema.ts';
import type { Campaign } from '../schema/folder-schema.ts';
import type {
  PluginMessage,
  PluginSection,
  PluginShown,
  WrittenWords,
} from '../schema/words-schema.ts';
import type { Direction } from './tags.ts';
import type { Words } from './words.ts';

export type Outcome = Rewards['outcomes'][number];
/** The name is also the path, without the slash (Spec 2). */
export type Theme = Campaign['theme'];

/** `art/<name>.svg`. Decoration only: no picture carries information. */
export type ArtworkName = 'emblem' | 'hero' | 'pattern' | 'character';

/** `art/<name>.avif`. All are optional: without it the drawn hero, or a plain wheel, is shown. */
export type ImageName = 'hero' | 'scan' | 'closed' | 'mishap' | 'wheel';

/** Language-independent data. */
export type CampaignFacts = Omit<
  Campaign,
  'places' | 'unreviewedLanguages' | 'draftsNeedApproval'
> & {
  /** Set if the last day was changed after the start. */
  lastDayMoved?: 'earlier' | 'later';
  /** URL of each picture. `particle` exists only if the kit uses it. */
  art: Readonly<Record<ArtworkName, string>> & { readonly particle?: string };
  /** URL of each image that there is. */
  images: Readonly<Partial<Record<ImageName, string>>>;
  /** Address of `art/sounds.mp3`. */
  sounds?: string;
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
};

/** Only in campaigns with a plugin's file, or that add to rewards. */
type SomeWords = Pick<Words, PluginSection | 'bonus'>;
type OwnWords = 'measuring' | 'fairDraw' | 'messages' | 'demo' | 'laws' | WrittenWords;

/**
 * The words that screens use. `measuring` is already part of the consent notice. Of the pages that
 * the server renders (fair draw, refusals, demonstration) only the link to the first and the
 * sentences of the protocol's message ids remain.
 */
export type PublicWords = Omit<Words, keyof SomeWords | OwnWords> &
  Partial<SomeWords> & {
    fairDraw: Pick<Words['fairDraw'], 'title'>;
    messages: z.infer<typeof messagesById> & Partial<Pick<Words['messages'], PluginMessage>>;
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
  PluginShown &
  Localized & {
    /** By tag: `{ en: 'English', hi: 'हिन्दी' }`. */
    languageNames: Readonly<Record<string, string>>;
    /** Changes whenever the privacy notice changes, in any language. */
    noticeVersion: string;
    /** SHA-256 (hex) of the draw's published document; absent if loaded without a server. */
    commitment?: string;
    /** The form has a field of a plugin. */
    hasField?: true;
  };
