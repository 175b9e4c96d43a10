// A message stays a key, or the server's text, until it is rendered, so that it follows changes of
// language.
import type { PublicCampaign, PublicWords } from '@inaam/campaigns/public/public-campaign.ts';
import { placeholdersOf } from '@inaam/campaigns/public/fill.ts';
import type { CallRefused } from '../api/failures.ts';

type SentencePath<Words> = {
  [Key in keyof Words & string]-?: NonNullable<Words[Key]> extends string
    ? Key
    : Words[Key] extends readonly unknown[]
      ? never
      : `${Key}.${SentencePath<NonNullable<Words[Key]>>}`;
}[keyof Words & string];

type MessageKey = SentencePath<Omit<PublicWords, 'states'>>;

export type ServerMessage = {
  kind: 'server';
  messageId: string | undefined;
  text: string;
  language: string | undefined;
};

export type Message = MessageKey | ServerMessage;

type Refused = Pick<CallRefused, 'messageId' | 'message' | 'language'>;

export function serverMessage({ messageId, message, language }: Refused): ServerMessage {
  return { kind: 'server', messageId, text: message, language };
}

type Locale = Pick<PublicCampaign, 'language' | 'words'>;

export function messageText(message: Message, locale: Locale): string {
  return typeof message === 'string' ? wordsAt(locale.words, message) : serverText(message, locale);
}

function wordsAt(words: PublicWords, key: MessageKey): string {
  let value: unknown = words;
  for (const part of key.split('.')) value = new Map(Object.entries(value ?? {})).get(part);
  return String(value);
}

/**
 * In another language, uses the words for its message id, unless only the server knows the values
 * to fill in.
 */
function serverText({ messageId = '', text, language }: ServerMessage, locale: Locale): string {
  if (language === locale.language) return text;
  const translated = new Map(Object.entries(locale.words.messages)).get(messageId);
  return translated === undefined || placeholdersOf(translated).length > 0 ? text : translated;
}
