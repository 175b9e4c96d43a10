// Versions of a campaign's draft. A save is refused if somebody has saved a newer one.
import { recordAudit, type Audit } from '@inaam/server/database/audit-log.ts';
import { ms, transaction, type Database, type Queryable } from '@inaam/server/database/database.ts';
import { indianTime } from '@inaam/server/platform/format.ts';
import { bytesOf, DraftRefused, textOf, whoApproves, type Files } from './draft-files.ts';

export type DraftKind = 'save' | 'discard';

/** Times are wall time, ms. */
export type StoredDraft = {
  version: number;
  at: number;
  by: string;
  /** Accounts of which lines may be in it that nobody has approved. */
  authors: readonly string[];
  kind: DraftKind;
  comment: string | null;
  /** `content`: the hash of what was approved. */
  approved: { at: number; by: string; content: string } | null;
};

const columns = `version, ${ms('at')} as at, saved_by as by, authors || author as authors, kind, comment,
  case when approved_at is not null then json_build_object(
    'at', ${ms('approved_at')}, 'by', approved_by, 'content', approved_content) end as approved`;

const keptMax = 20;

/** Newest first. */
export async function readDraftHistory(
  database: Queryable,
  campaign: string,
): Promise<StoredDraft[]> {
  const { rows } = await database.query<StoredDraft>(
    `select ${columns} from inaam.campaign_draft
     where campaign = $1 order by version desc limit ${keptMax}`,
    [campaign],
  );
  return rows;
}

type NewestDraft = { stored: StoredDraft; base: string; files: Files };

/** Undefined: nothing was saved yet. A discarded one has no files. */
export async function readNewestDraft(
  database: Queryable,
  campaign: string,
): Promise<NewestDraft | undefined> {
  const { rows } = await database.query<
    StoredDraft & { base: string; files: Record<string, string> }
  >(
    `select ${columns}, base, files from inaam.campaign_draft
     where campaign = $1 order by version desc limit 1`,
    [campaign],
  );
  const [row] = rows;
  if (!row) return undefined;
  const { base, files, ...stored } = row;
  const names = Object.entries(files);
  return { stored, base, files: new Map(names.map(([name, text]) => [name, bytesOf(name, text)])) };
}

type NewDraft = {
  campaign: string;
  /** The version that was shown; 0: none. */
  version: number;
  author: string;
  kind: DraftKind;
  comment: string | undefined;
  files: Files;
  base: string;
  audit: Audit;
};

/**
 * @returns the new version
 * @throws DraftRefused if another one was saved in the meantime
 */
export async function writeDraft(database: Database, draft: NewDraft): Promise<number> {
  const { campaign, author, kind, comment, files, base, audit } = draft;
  const version = draft.version + 1;
  const { by, at } = audit.operator;
  const texts = Array.from(files, ([name, bytes]) => [name, textOf(name, bytes)]);
  return transaction(database, async (connection) => {
    const { rowCount } = await connection.query(
      `insert into inaam.campaign_draft
         (campaign, version, at, saved_by, author, kind, files, base, comment, authors)
       select $1, $2, $3, $4, $5, $6, $7, $8, $9, array(
         select $5 where $6 <> 'discard'
         union
         select unnest(authors || author) from inaam.campaign_draft
         where campaign = $1 and 'discard' not in ($6, kind) and version > (
           select coalesce(max(version), 0) from inaam.campaign_draft
           where campaign = $1 and (approver is not null or kind = 'discard')))
       where $2 - 1 = (select coalesce(max(version), 0) from inaam.campaign_draft
                       where campaign = $1)
       on conflict do nothing`,
      [
        campaign,
        version,
        new Date(at),
        by,
        author,
        kind,
        JSON.stringify(Object.fromEntries(texts)),
        base,
        comment ?? null,
      ],
    );
    if (rowCount !== 1) throw await newerDraft(connection, campaign);
    await connection.query(
      'delete from inaam.campaign_draft where campaign = $1 and version <= $2',
      [campaign, version - keptMax],
    );
    await recordAudit(connection, { ...audit, details: { ...audit.details, version } });
    return version;
  });
}

async function newerDraft(connection: Queryable, campaign: string): Promise<DraftRefused> {
  const [newest] = await readDraftHistory(connection, campaign);
  const what = newest?.kind === 'discard' ? 'discarded the draft' : 'saved a newer draft';
  const who = newest ? `${newest.by} ${what} on ${indianTime(newest.at)} IST` : 'It is gone';
  return new DraftRefused(`Not saved: ${who}. What you typed is still here.`);
}

/**
 * By somebody of whom no line is in it, of the newest version alone.
 * @throws DraftRefused
 */
export async function approveStoredDraft(
  database: Database,
  {
    campaign,
    version,
    approver,
    content,
    audit,
  }: Pick<NewDraft, 'campaign' | 'version' | 'audit'> & { approver: string; content: string },
): Promise<void> {
  await transaction(database, async (connection) => {
    const { rowCount } = await connection.query(
      `update inaam.campaign_draft set approved_at = $3, approved_by = $4, approver = $5,
         approved_content = $6
       where campaign = $1 and version = $2 and kind <> 'discard'
         and approved_content is distinct from $6 and $5 <> all (authors || author)
         and version = (select max(version) from inaam.campaign_draft where campaign = $1)`,
      [campaign, version, new Date(audit.operator.at), audit.operator.by, approver, content],
    );
    if (rowCount !== 1) throw await unapprovable(connection, campaign, version, approver);
    await recordAudit(connection, { ...audit, details: { ...audit.details, version } });
  });
}

async function unapprovable(
  connection: Queryable,
  campaign: string,
  version: number,
  approver: string,
): Promise<DraftRefused> {
  const [newest] = await readDraftHistory(connection, campaign);
  const start = 'Not approved:';
  if (newest?.version !== version || newest.kind === 'discard') {
    return new DraftRefused(`${start} this is no longer the draft. Load the page again.`);
  }
  return newest.authors.includes(approver)
    ? new DraftRefused(`${start} you saved it, or a version that it changes. ${whoApproves}`)
    : new DraftRefused(`${start} ${newest.approved?.by ?? 'somebody'} has approved it already.`);
}
