// An amendment is one row: a trigger writes the ledger's entry and changes head, deck and budget.
import { InaamError } from '../../errors.ts';
import {
  amendmentFault,
  gainsOf,
  sealedContent,
  type Amendment,
  type AmendmentFault,
} from '../../rules/amendment.ts';
import { secretHash, type DrawDocument } from '../../rules/commitment.ts';
import { chainedHash } from '../../rules/ledger.ts';
import { recordAudit, type Audit } from '../audit-log.ts';
import { transaction, type Connection, type Database } from '../database.ts';
import { readBudget } from './budgets.ts';
import { readCommitment } from './commitments.ts';
import { lockHead } from './head.ts';

/** `message` contains what to do. Nothing was changed. */
export class AmendmentRefused extends InaamError {
  override name = 'AmendmentRefused';
}

export type StoredAmendment = Amendment & {
  number: number;
  /** ms */
  at: number;
  /** The entry as the ledger has it, and its hash, hex. */
  content: string;
  hash: string;
};

/** The deck's blocks and the last day, with all amendments. */
export type DrawInForce = { blocks: number; lastDay: string };

/** In the order of the ledger. */
export async function readAmendments(
  database: Pick<Connection, 'query'>,
  campaign: string,
): Promise<StoredAmendment[]> {
  const { rows } = await database.query<{
    number: string;
    at: Date;
    content: string;
    hash: string;
  }>(
    `select number, at, content, encode(hash, 'hex') as hash from inaam.amendment
     where campaign = $1 order by number`,
    [campaign],
  );
  return rows.map(({ number, at, content, hash }) => {
    // Safe: only amendDraw writes it.
    const { blocks, fixed, reserve, to }: Amendment = JSON.parse(content);
    return { number: Number(number), at: at.getTime(), content, hash, blocks, fixed, reserve, to };
  });
}

/** As they are in the published ledger. */
export const amendmentLines = (
  amendments: readonly Pick<StoredAmendment, 'content' | 'hash'>[],
): string =>
  amendments.map(({ content, hash }) => `{"entry":${content},"hash":"${hash}"}\n`).join('');

/** `undefined` if the campaign has not committed to a draw. */
export async function readDrawInForce(
  database: Pick<Connection, 'query'>,
  campaign: string,
): Promise<DrawInForce | undefined> {
  const { rows } = await database.query<{ blocks: number; last_day: string }>(
    'select blocks, last_day::text as last_day from inaam.head where campaign = $1',
    [campaign],
  );
  return rows[0] && { blocks: rows[0].blocks, lastDay: rows[0].last_day };
}

export type AmendmentRequest = {
  drawSecret: Uint8Array;
  /** Called with what is in force, while nothing else can change it. */
  amendmentOf: (inForce: DrawInForce, document: DrawDocument, today: string) => Amendment;
  /** The campaign's day in India; asked once nothing else can change the draw. */
  today: () => string;
  auditOf: (amendment: Amendment) => Audit;
  isDryRun: boolean;
};

export type Amended = {
  amendment: Amendment;
  before: DrawInForce;
  document: DrawDocument;
  entry: { number: number; hash: string } | undefined;
};

/**
 * Waits for what is being granted and verified; all that follows is decided with the amendment.
 * @returns the amendment, what was in force before, and its entry of the ledger unless `isDryRun`
 * @throws AmendmentRefused
 */
export function amendDraw(
  database: Database,
  campaign: string,
  { drawSecret, amendmentOf, today: dayNow, auditOf, isDryRun }: AmendmentRequest,
): Promise<Amended> {
  return transaction(database, async (connection) => {
    const commitment = await readCommitment(connection, campaign);
    if (!commitment) {
      throw new AmendmentRefused(
        `Nothing was changed: the draw of "${campaign}" has not been committed to.`,
      );
    }
    const { document } = commitment;
    if (secretHash(drawSecret) !== document.secretSha256) {
      throw new AmendmentRefused(
        `Nothing was changed: the two parts do not make the secret that "${campaign}" has committed to. Use those that the campaign was started with.`,
      );
    }
    // Adding many blocks may take longer than a normal statement.
    await connection.query(`set local statement_timeout = '60s'`);
    const { nextLedger: number, lastHash } = await lockHead(connection, campaign);
    const before = await readDrawInForce(connection, campaign);
    if (!before) throw new Error('Failed to amend: the head that was locked is not there.');
    const budget = await readBudget(connection, campaign);
    const today = dayNow();
    const amendment = amendmentOf(before, document, today);
    const planned = new Map(budget.map((row) => [row.pool, row.planned]));
    const fault = amendmentFault(document, amendment, { ...before, today, planned });
    if (fault) throw new AmendmentRefused(`Nothing was changed: ${sentenceOf(fault, before)}`);
    if (isDryRun) return { amendment, before, document, entry: undefined };
    const audit = auditOf(amendment);
    const entry = { ...amendment, campaign, number, at: audit.operator.at, day: today };
    const content = sealedContent(drawSecret, lastHash, entry);
    const hash = Buffer.from(chainedHash(lastHash, content));
    await insert(connection, document, { ...entry, content, hash });
    await recordAudit(connection, audit);
    return { amendment, before, document, entry: { number, hash: hash.toString('hex') } };
  });
}

const sentences = {
  nothing: 'it would change nothing. Say what to change, as --help shows.',
  notCounts: 'only whole numbers of what was committed to can be added.',
  noReserve: 'the campaign closes when its deck ends, so it has no reserve to add to. Add blocks.',
  tooEarly: 'the last day cannot be before today or before the first day.',
  tooMany: 'that is more than can be counted.',
} as const;

function sentenceOf(fault: AmendmentFault, { lastDay }: DrawInForce): string {
  if (fault.kind === 'over') return `the last day, ${lastDay}, is over.`;
  if (fault.kind !== 'beyondFixed') return sentences[fault.kind];
  return `the fixed reward of ${fault.state} was committed to until ${fault.until}, and whoever comes later would get another one.`;
}

type Inserted = Amendment & {
  campaign: string;
  number: number;
  at: number;
  content: string;
  hash: Buffer;
};

async function insert(
  connection: Connection,
  document: DrawDocument,
  { campaign, number, at, content, hash, ...amendment }: Inserted,
): Promise<void> {
  const gains = gainsOf(document, amendment);
  await connection.query(
    `insert into inaam.amendment (campaign, number, content, hash, at, blocks, last_day, pools, added)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      campaign,
      number,
      content,
      hash,
      new Date(at),
      amendment.blocks,
      amendment.to,
      gains.map(({ name }) => name),
      gains.map(({ planned }) => planned),
    ],
  );
}
