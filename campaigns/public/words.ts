// Types of the words, inferred from the schema that validates them.
import type * as z from 'zod';
import type { documentSchema } from '../schema/sentence.ts';
import type { wordsSchema } from '../schema/words-schema.ts';

export type Words = z.infer<typeof wordsSchema>;

/** Text in headed sections: the terms, the consent notice, how to participate. */
export type DocumentWords = z.infer<typeof documentSchema>;

export type MeasuringWords = Words['measuring'];
export type FairDrawWords = Words['fairDraw'];
export type LoaderWords = Words['loader'];
export type MessageWords = Words['messages'];
