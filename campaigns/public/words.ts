// Every sentence a shopper can read, as types: one type per place. They follow from the schema that checks the
// words at start (`words-schema.ts`, where each sentence is described), so a missing word neither compiles nor
// starts. Types only: nothing here runs in a browser.
import type * as z from 'zod';
import type { documentSchema } from '../schema/sentence.ts';
import type { wordsSchema } from '../schema/words-schema.ts';

/** All words of one language. */
export type Words = z.infer<typeof wordsSchema>;

/** A text of several headed sections: the terms, the consent notice, how to participate. */
export type DocumentWords = z.infer<typeof documentSchema>;

export type EntryWords = Words['entry'];
export type PrivacyWords = Words['privacy'];
export type HomeWords = Words['home'];
export type MeasuringWords = Words['measuring'];
export type OtpWords = Words['otp'];
export type ProgressWords = Words['progress'];
export type FairDrawWords = Words['fairDraw'];
export type WheelWords = Words['wheel'];
export type RewardWords = Words['reward'];
export type ProfileWords = Words['profile'];
export type EditProfileWords = Words['editProfile'];
export type MenuWords = Words['menu'];
export type ContactWords = Words['contact'];
export type NotAllowedWords = Words['notAllowed'];
export type ClosedWords = Words['closed'];
export type ErrorWords = Words['errors'];
export type LoaderWords = Words['loader'];
export type MessageWords = Words['messages'];
export type StateWords = Words['states'];
export type DemoWords = Words['demo'];
