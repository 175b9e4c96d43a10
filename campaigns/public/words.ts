// Types of the words, inferred from the schema that validates them.
import type * as z from 'zod';
import type { ownSentences } from '../schema/own-sentences.ts';
import type { documentSchema } from '../schema/sentence.ts';
import type { wordsSchema } from '../schema/words-schema.ts';

export type Words = z.infer<typeof wordsSchema>;

type OwnPlace = keyof typeof ownSentences;
type OwnSentence<Place extends OwnPlace> = (typeof ownSentences)[Place][number];

/** `default-words/<language>/words.ts`. */
export type DefaultWords = {
  [Place in keyof Words]: Place extends OwnPlace
    ? Omit<Words[Place], OwnSentence<Place>>
    : Words[Place];
};

/** A campaign's own sentences and the defaults it replaces. */
export type CampaignWords = {
  [Place in OwnPlace]: Pick<Words[Place], OwnSentence<Place> & keyof Words[Place]> &
    Overrides<Words[Place]>;
} & Overrides<Omit<Words, OwnPlace>>;

/** Any subset of the words; a list is replaced as a whole. */
type Overrides<Part> = Part extends string | readonly unknown[]
  ? Part
  : { [Name in keyof Part]?: Overrides<Part[Name]> };

/** Text in headed sections: the terms, the consent notice, how to participate. */
export type DocumentWords = z.infer<typeof documentSchema>;

export type MeasuringWords = Words['measuring'];
export type OtpWords = Words['otp'];
export type ProgressWords = Words['progress'];
export type FairDrawWords = Words['fairDraw'];
export type WheelWords = Words['wheel'];
export type ProfileWords = Words['profile'];
export type EditProfileWords = Words['editProfile'];
export type MenuWords = Words['menu'];
export type ContactWords = Words['contact'];
export type YourDataWords = Words['yourData'];
export type ErrorWords = Words['errors'];
export type LoaderWords = Words['loader'];
export type MessageWords = Words['messages'];
export type StateWords = Words['states'];
export type DemoWords = Words['demo'];
