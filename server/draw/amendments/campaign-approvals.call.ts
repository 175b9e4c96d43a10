// Shows the approvers, what was proposed and what was done, as far as the signatures prove it.
import type { AnswerOf } from '@inaam/contract/console/calls.ts';
import { campaignAheadMs, indianDay } from '../../platform/period.rules.ts';
import { hasControlCharacters } from '../../platform/control-characters.rules.ts';
import {
  amendmentOf,
  AmendmentNotApproved,
  readApprovalState,
  readProposals,
  refuseProposal as refuse,
} from './approval-state.sql.ts';
import { readAmendments, type StoredAmendment, amendDraw } from './amendments.sql.ts';
import { readCommitment, type StoredCommitment } from '../commitments.sql.ts';
import { readDrawInForce } from '../ledger.sql.ts';
import {
  describeAction,
  checkProposal,
  type CheckedProposal,
  readOneProposal,
} from './read-proposal.ts';
import type { ConsoleContext, ConsoleHandler } from '../../console/context.ts';
import { withoutNumbers, operatorOf, auditOf } from '../../console/audit-words.ts';
import { amendmentFor, commandLine } from './plan-amendment.ts';
import { toConsoleRefusal, ConsoleRefusal } from '../../console/refusal.ts';

type Answer = AnswerOf<'readCampaign'>;
type Proposal = Answer['proposals'][number];
export type CampaignApprovals = Pick<Answer, 'approvers' | 'proposals' | 'amendments' | 'problem'>;

const max = 50;
const nothing: CampaignApprovals = {
  approvers: null,
  proposals: [],
  amendments: [],
  problem: null,
};

export async function readCampaignApprovals({
  database,
  campaign: { id },
  clocks,
}: ConsoleContext): Promise<CampaignApprovals> {
  const commitment = await readCommitment(database, id);
  if (!commitment) return nothing;
  try {
    const state = await readApprovalState(database, commitment);
    const lastDay = (await readDrawInForce(database, id))?.lastDay;
    const stored = await readProposals(database, id, { max });
    const amendments = await readAmendments(database, id);
    const aheadMs = campaignAheadMs(clocks);
    const wall = clocks.wall();
    return {
      approvers: state.approvers?.map(({ name, key }) => ({ name, key })) ?? null,
      proposals: stored.map((one) =>
        proposalOf(checkProposal(one, id, state, wall), commitment, { lastDay, aheadMs }),
      ),
      amendments: amendmentsOf(amendments, commitment, aheadMs),
      problem: null,
    };
  } catch (error) {
    // Somebody inserted a row that nobody signed, so the signatures prove nothing.
    if (error instanceof AmendmentNotApproved) return { ...nothing, problem: error.message };
    throw error;
  }
}

type Around = { lastDay: string | undefined; aheadMs: number };

function proposalOf(
  { stored, proposal, problem: sentence }: CheckedProposal,
  { document }: StoredCommitment,
  { lastDay = document.programme.to, aheadMs }: Around,
): Proposal {
  const { number, end } = stored;
  const at = stored.at + aheadMs;
  const problem = sentence ?? null;
  if (!proposal) {
    const forged = { command: null, by: null, reason: null, what: null, expires: null };
    return { number, at, state: 'forged', ...forged, endedBy: null, problem };
  }
  return {
    number,
    at,
    state: end?.result ?? (problem === null ? 'open' : 'void'),
    command: proposal.command,
    by: stored.by,
    reason: withoutNumbers(stored.reason),
    what: describeAction(proposal.action, document, lastDay),
    expires: Date.parse(proposal.expires) + aheadMs,
    endedBy: end && !hasControlCharacters(end.by) ? end.by : null,
    problem: end ? null : problem,
  };
}

/** Each says what it changed relative to the state before. */
function amendmentsOf(
  amendments: readonly StoredAmendment[],
  { document }: StoredCommitment,
  aheadMs: number,
): Answer['amendments'] {
  let lastDay: string = document.programme.to;
  return amendments.map(({ number, at, content, blocks, fixed, reserve, to }) => {
    const approval = amendmentOf(content)?.approval;
    const approvers = approval?.approvers ?? null;
    const action = { kind: 'amended', approvers, blocks, fixed, reserve, to } as const;
    const what = describeAction(action, document, lastDay);
    lastDay = to;
    return {
      entry: number,
      at: at + aheadMs,
      command: approval?.command ?? null,
      what,
      signedBy: approval?.signatures.map(({ by }) => by) ?? [],
    };
  });
}

/** Applies the command's rules as its dry run does, because the console lacks the secret. */
export const prepareAmendment: ConsoleHandler<'prepareAmendment'> = async (
  context,
  { wish, reason },
  signedIn,
) => {
  const { database, campaign, clocks } = context;
  operatorOf(context, signedIn, reason);
  const planned = await toConsoleRefusal(
    amendDraw(database, campaign.id, {
      drawSecret: undefined,
      amendmentOf: amendmentFor(wish),
      today: () => indianDay(clocks.campaign()),
      isDryRun: true,
      auditOf: () => {
        throw new Error('a dry run changes nothing');
      },
    }),
  );
  const { amendment, approval, before, document } = planned;
  const action = { kind: 'amended', approvers: null, ...amendment } as const;
  const needsTwo = approval.approvers !== undefined;
  return {
    what: describeAction(action, document, before.lastDay),
    needsTwo,
    dryRun: commandLine(wish, { reason, isDryRun: true }),
    command: commandLine(wish, { reason, ...(needsTwo ? { key: 'your.key' } : {}) }),
  };
};

export const refuseProposal: ConsoleHandler<'refuseProposal'> = async (
  context,
  { number, reason },
  signedIn,
) => {
  const { database, campaign } = context;
  const command = 'console approvals refuse';
  const audit = auditOf(context, signedIn, { reason, command, details: { proposal: number } });
  await toConsoleRefusal(readOneProposal(database, campaign.id, number));
  const isClosed = await refuse(database, campaign.id, number, audit);
  if (isClosed) return { message: `Refused: proposal ${number}. Nothing was changed.` };
  throw new ConsoleRefusal('refused', `Proposal ${number} has ended already. Nothing was changed.`);
};
