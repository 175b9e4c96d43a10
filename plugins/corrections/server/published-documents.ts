// Each version of the public documents that shoppers could read, by the hash of its text.
import { createHash } from 'node:crypto';
import { noticeText } from '@inaam/campaigns/loader/notice-hash.ts';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import type { Words } from '@inaam/campaigns/public/words.ts';
import type { AnswerOf } from '@inaam/contract/console/calls.ts';

export type Kind = AnswerOf<'readCorrections'>['documents'][number]['kind'];
export type Published = { kind: Kind; language: string; sha256: string; content: string };

const textsOf: Readonly<Record<Kind, (words: Words) => string>> = {
  terms: ({ terms: { title, sections } }) =>
    JSON.stringify([title, ...sections.map(({ heading, paragraphs }) => [heading, ...paragraphs])]),
  // Its hash is the one that a consent stores.
  notice: noticeText,
};

export function documentsOf({ languages, words }: ServerCampaign): Published[] {
  return languages.flatMap((language) =>
    (['terms', 'notice'] as const).map((kind) => {
      const content = textsOf[kind](words(language));
      return {
        kind,
        language,
        content,
        sha256: createHash('sha256').update(content).digest('hex'),
      };
    }),
  );
}
