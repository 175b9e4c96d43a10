// Names the notices a shopper agreed to by their hash, so that each consent row says which text was
// shown. Server only (Node's crypto).
import { createHash } from 'node:crypto';
import type { Words } from '../public/words.ts';

/**
 * SHA-256 in lower-case hex over the privacy notice, the consent box of the form and the consent
 * notice, as shown: UTF-8 of the JSON of their texts in the order of the schema.
 * @param words as `ServerCampaign.words` answers them, filled in.
 */
export function noticeHash(words: Words): string {
  const { privacy, home, consentNotice } = words;
  const shown = [
    [privacy.title, privacy.statement, privacy.readMore, privacy.yes, privacy.no, privacy.submit],
    [home.agree],
    [
      consentNotice.title,
      ...consentNotice.sections.map(({ heading, paragraphs }) => [heading, ...paragraphs]),
    ],
  ];
  return createHash('sha256').update(JSON.stringify(shown), 'utf8').digest('hex');
}
