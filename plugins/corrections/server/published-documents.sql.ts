// Each version of the public documents: rows are added, and never changed.
import { ms, type Queryable } from '@inaam/server/database/database.ts';
import type { Kind, Published } from './published-documents.ts';

/** Those that differ from the last ones. @param at wall time, ms */
export async function recordPublished(
  database: Queryable,
  campaign: string,
  documents: readonly Published[],
  at: number,
): Promise<void> {
  const { rows } = await database.query<Omit<Published, 'content'>>(
    `select distinct on (kind, language) kind, language, sha256 from inaam.published_document
     where campaign = $1 order by kind, language, from_at desc`,
    [campaign],
  );
  const known = new Set(rows.map(({ kind, language, sha256 }) => `${kind} ${language} ${sha256}`));
  const fresh = documents.filter(
    ({ kind, language, sha256 }) => !known.has(`${kind} ${language} ${sha256}`),
  );
  if (fresh.length === 0) return;
  await database.query(
    `insert into inaam.published_document (campaign, kind, language, from_at, sha256, content)
     select $1, kind, language, $2, sha256, content
     from jsonb_to_recordset($3) as of (kind text, language text, sha256 text, content text)
     on conflict do nothing`,
    [campaign, new Date(at), JSON.stringify(fresh)],
  );
}

export type Version = {
  kind: Kind;
  language: string;
  hash: string;
  /** Wall time, ms. `until`: null: in force. */
  from: number;
  until: number | null;
};

/** Newest first. Two processes that began the same one at the same time count once. */
export async function readVersions(database: Queryable, campaign: string): Promise<Version[]> {
  const { rows } = await database.query<Version>(
    `select kind, language, sha256 as hash, ${ms('from_at')} as from,
       ${ms('lead(from_at) over later')} as until
     from (select *, lag(sha256) over (partition by kind, language order by from_at) as before
           from inaam.published_document where campaign = $1) as all_of
     where sha256 is distinct from before
     window later as (partition by kind, language order by from_at)
     order by from_at desc, kind desc, language limit 2000`,
    [campaign],
  );
  return rows;
}

/** @returns its JSON; undefined: it was never published */
export async function readPublishedText(
  database: Queryable,
  campaign: string,
  { kind, language, hash }: Pick<Version, 'kind' | 'language' | 'hash'>,
): Promise<string | undefined> {
  const { rows } = await database.query<{ content: string }>(
    `select content from inaam.published_document
     where campaign = $1 and kind = $2 and language = $3 and sha256 = $4 limit 1`,
    [campaign, kind, language, hash],
  );
  return rows[0]?.content;
}
