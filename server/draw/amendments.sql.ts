import * as z from 'zod';
import type { Amendment } from './ledger.rules.ts';
import type { Queryable } from '../database/database.ts';
import { parseJson } from '../platform/format.ts';

/** An `amended` ledger entry; its other fields are ignored. */
const entrySchema = z.object({
  blocks: z.int().min(0),
  campaign: z.string(),
  fixed: z.array(z.int()),
  number: z.int(),
  reserve: z.int(),
  to: z.string(),
});

/** Undefined if it is not an amendment. An entry can be inserted in other ways. */
export const amendmentIn = (content: string): z.infer<typeof entrySchema> | undefined =>
  entrySchema.safeParse(parseJson(content)).data;

export type StoredAmendment = Amendment & {
  number: number;
  /** ms */
  at: number;
  /** The entry as it is in the ledger, and its hash in hex. */
  content: string;
  hash: string;
};

export async function readAmendments(
  database: Queryable,
  campaign: string,
): Promise<StoredAmendment[]> {
  const { rows } = await database.query<
    Pick<StoredAmendment, 'number' | 'content' | 'hash'> & { at: Date }
  >(
    `select number::float8, at, content, encode(hash, 'hex') as hash from inaam.amendment
     where campaign = $1 order by number`,
    [campaign],
  );
  return rows.map((row) => {
    // The operator's role can insert rows that `campaign supplement` did not write.
    const entry = amendmentIn(row.content);
    if (!entry) {
      throw new Error(
        `Entry ${row.number} of the ledger is not a valid amendment. See "The draw refuses the ledger" in docs/run/draw-and-keys.md.`,
      );
    }
    const { blocks, fixed, reserve, to } = entry;
    return { ...row, at: row.at.getTime(), blocks, fixed, reserve, to };
  });
}

/** The lines as the published ledger has them. */
export const amendmentLines = (
  amendments: readonly Pick<StoredAmendment, 'content' | 'hash'>[],
): string =>
  amendments.map(({ content, hash }) => `{"entry":${content},"hash":"${hash}"}\n`).join('');
