import {
  batchedReads,
  type Batched,
  prepared,
  rowKey,
  rowsByKey,
} from '../database/batches/batch.ts';
import type { Database } from '../database/database.ts';

export type StoredQuestion = {
  /** Its place in the campaign's list. */
  question: number;
  /** What a right answer adds. */
  bonus: number;
  /** `closedAnswer` once it was closed. */
  answer: number | undefined;
};

export type QuestionFacts = {
  asked: StoredQuestion | undefined;
  /** Of the reward, if it was by chance. */
  drawNumber: number | undefined;
  /** Undefined once it was erased. */
  sealed: { mobileSealed: Buffer; nameSealed: Buffer } | undefined;
};

export function readQuestions(
  database: Database,
  campaign: string,
): Batched<Buffer, QuestionFacts> {
  return batchedReads(
    (pseudonym) => rowKey(pseudonym),
    async (pseudonyms) => {
      const { rows } = await database.query<{
        pseudonym: Buffer;
        question: number | null;
        bonus: number | null;
        answer: number | null;
        draw_number: string | null;
        mobile_sealed: Buffer | null;
        name_sealed: Buffer | null;
      }>(
        prepared(
          `select one.pseudonym, question, bonus, answer, draw_number, mobile_sealed, name_sealed
           from unnest($2::bytea[]) as one (pseudonym)
           left join lateral (
             select question, amount as bonus,
               case when answered_at is not null then coalesce(answer, -1) end as answer
             from inaam.question
             where campaign = $1 and question.pseudonym = one.pseudonym limit 1) as question on true
           left join lateral (
             select draw_number from inaam.reward
             where campaign = $1 and reward.pseudonym = one.pseudonym limit 1) as reward on true
           left join lateral (
             select mobile_sealed, name_sealed from inaam.personal_data
             where campaign = $1 and personal_data.pseudonym = one.pseudonym limit 1) as person on true`,
          [campaign, pseudonyms],
        ),
      );
      const found = rowsByKey(rows, (row) => rowKey(row.pseudonym));
      return new Map(
        pseudonyms.map((pseudonym): [string, QuestionFacts] => {
          const row = found.get(rowKey(pseudonym));
          const { mobile_sealed: mobileSealed, name_sealed: nameSealed, draw_number } = row ?? {};
          return [
            rowKey(pseudonym),
            {
              asked: storedOf(row?.question, row?.bonus, row?.answer),
              drawNumber: numberOf(draw_number),
              sealed: mobileSealed && nameSealed ? { mobileSealed, nameSealed } : undefined,
            },
          ];
        }),
      );
    },
  );
}

type Found<Value> = Value | null | undefined;

export const numberOf = (text: Found<string>) =>
  text === null || text === undefined ? undefined : Number(text);

export function storedOf(
  question: Found<number>,
  bonus: Found<number>,
  answer: Found<number>,
): StoredQuestion | undefined {
  if (typeof question !== 'number' || typeof bonus !== 'number') return undefined;
  return { question, bonus, answer: answer ?? undefined };
}
