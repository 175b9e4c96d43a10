// An amendment is one row. A trigger writes the ledger entry and updates head, deck and budget.
import { amendmentFault, AmendmentRefused, type AmendmentFault } from './plan-amendment.ts';
import { secretHash, type DrawDocument } from '@inaam/server/draw/commitment.rules.ts';
import {
  chainedHash,
  gainsOf,
  sealedContent,
  type Amendment,
} from '@inaam/server/draw/ledger.rules.ts';
import { recordAudit, type Audit } from '@inaam/server/database/audit-log.ts';
import { transaction, type Database } from '@inaam/server/database/database.ts';
import { readBudget } from '@inaam/server/draw/budgets.sql.ts';
import { readCommitment } from '@inaam/server/draw/commitments.sql.ts';
import { lockHead, readDrawInForce, type DrawInForce } from '@inaam/server/draw/ledger.sql.ts';

export type AmendmentRequest = {
  /** Undefined only in a dry run. */
  drawSecret: Uint8Array | undefined;
  /** Called with the draw in force while the head is locked. */
  amendmentOf: (inForce: DrawInForce, document: DrawDocument, today: string) => Amendment;
  /** The campaign's day in India. Called while the head is locked. */
  today: () => string;
  /** Undefined: a dry run, which changes nothing. */
  auditOf?: ((amendment: Amendment) => Audit) | undefined;
};

export type Amended = {
  amendment: Amendment;
  before: DrawInForce;
  document: DrawDocument;
  entry: { number: number; hash: string } | undefined;
};

/**
 * Waits for grants and verifications in progress. The amendment applies to all later ones.
 * @returns the amendment, the draw before it, and its ledger entry unless it is a dry run
 * @throws AmendmentRefused
 */
export function amendDraw(
  database: Database,
  campaign: string,
  { drawSecret, amendmentOf, today: dayNow, auditOf }: AmendmentRequest,
): Promise<Amended> {
  return transaction(database, async (connection) => {
    const commitment = await readCommitment(connection, campaign);
    if (!commitment) {
      throw new AmendmentRefused(
        `Nothing was changed: the draw of "${campaign}" has not been committed to.`,
      );
    }
    const { document } = commitment;
    if (drawSecret && secretHash(drawSecret) !== document.secretSha256) {
      throw new AmendmentRefused(
        `Nothing was changed: the two parts do not make the secret that "${campaign}" has committed to. Use those that the campaign was started with.`,
      );
    }
    // Adding many blocks may exceed the default statement timeout.
    await connection.query(`set local statement_timeout = '60s'`);
    const { nextLedger: number, lastHash } = await lockHead(connection, campaign);
    const before = await readDrawInForce(connection, campaign);
    if (!before) throw new Error('Failed to amend: the locked head is missing.');
    const budget = await readBudget(connection, campaign);
    const today = dayNow();
    const amendment = amendmentOf(before, document, today);
    const planned = new Map(budget.map((row) => [row.pool, row.planned]));
    const fault = amendmentFault(document, amendment, { ...before, today, planned });
    if (fault) throw new AmendmentRefused(`Nothing was changed: ${sentenceOf(fault, before)}`);
    const plan = { amendment, before, document };
    if (!auditOf || !drawSecret) return { ...plan, entry: undefined };
    const audit = auditOf(amendment);
    const { at } = audit.operator;
    const entry = { ...amendment, campaign, number, at, day: today };
    const content = sealedContent(drawSecret, lastHash, entry);
    const hash = Buffer.from(chainedHash(lastHash, content));
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
    await recordAudit(connection, audit);
    return { ...plan, entry: { number, hash: hash.toString('hex') } };
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
  return `the fixed reward of ${fault.state} was committed to until ${fault.until}, and later participants would get a different one.`;
}
