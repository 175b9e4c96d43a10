import type { PublicWords } from '../public/public-campaign.ts';
import type { Words } from '../public/words.ts';
import { messagesById, packMessages, questionMessages } from '../schema/message-words.ts';

/** The part that a browser gets; of packs and of the question only where there are any. */
export function publicWords(
  words: Words,
  { isUnique, isAsked }: { isUnique: boolean; isAsked: boolean },
): PublicWords {
  const { measuring: _, demo: __, questions: ___, laws: ____, ...rest } = words;
  const { packs, question, fairDraw, messages, ...shown } = rest;
  const { title } = fairDraw;
  return {
    ...shown,
    fairDraw: { title },
    messages: {
      ...messagesById.parse(messages),
      ...(isUnique && packMessages.parse(messages)),
      ...(isAsked && questionMessages.parse(messages)),
    },
    ...(isUnique && { packs }),
    ...(isAsked && { question }),
  };
}
