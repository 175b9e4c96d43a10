import { type Command, InvalidArgumentError } from 'commander';
import * as z from 'zod';
import type { Proposal, Approver } from './approval.rules.ts';
import { readDrawInForce } from '../ledger.sql.ts';
import { type StoredProposal, readProposals } from './approval-state.sql.ts';
import { addCommand, wholeNumber } from '../../operator/add-command.ts';
import {
  describeAction,
  checkProposal,
  readApprovals,
  readOneProposal,
  nameAndKey,
  type CheckedProposal,
} from './read-proposal.ts';
import { execute } from './execute.command.ts';
import { openKey, readPassphrases } from './open-key.command.ts';
import {
  RefusedError,
  type CommandContext,
  type Session,
  UsageError,
} from '../../operator/command-context.ts';
import { confirm } from '../../operator/read-mobile.ts';
import { withDatabase } from '../../operator/with-database.ts';
import { unamended } from './amendment.rules.ts';
import { indianDay } from '../../platform/period.rules.ts';
import { amendDraw } from './amendments.sql.ts';
import { propose } from './propose.command.ts';
import { indianTime } from '../../platform/format.ts';
import { hasControlCharacters } from '../../platform/control-characters.rules.ts';
import { table } from '../../operator/table.ts';
import { makeApproverKey } from '../../platform/approver-key.ts';
import { writeNewFile } from '../../platform/new-files.ts';

type Confirmation = { campaign: string; number: number; key: string; yes: boolean };
type Signed = { stored: StoredProposal; proposal: Proposal; by: string; signature: string };

export function addApprovalsConfirm(parent: Command, session: Session): void {
  const { context } = session;
  addCommand(parent, session, {
    detail:
      'It shows what will happen, asks for your passphrase and signs it. It is done at once, and once only. An amendment needs both parts of the secret, where `draw` has them.',
    examples: ['approvals confirm 3 --key ravi.key'],
    add: (command) => {
      command
        .argument('<proposal>', 'its number', wholeNumber(1, 999_999_999))
        .requiredOption('--key <file>', 'your key')
        .option('--yes', 'do not ask: it was confirmed elsewhere');
    },
    shape: { argument: z.number(), key: z.string(), yes: z.boolean().default(false) },
    run: async ({ argument: number, key, yes }) => {
      const { stored, proposal, by, signature } = await withDatabase(context, (open) =>
        signed(context, open, { campaign: open.id, number, key, yes }),
      );
      const confirmed = { by, signature };
      const entry = await execute(context, { stored, proposal, confirmed });
      const where = entry
        ? `\nEntry ${entry.number} of the ledger, hash ${entry.hash}; the site shows it at /draw/amendments.jsonl.`
        : '';
      return {
        text: `Executed: proposal ${number}, ${proposal.command}.${where}`,
        json: {
          campaign: proposal.campaign,
          result: 'executed',
          proposal: number,
          command: proposal.command,
          proposedBy: stored.by,
          confirmedBy: by,
          entry: entry ?? null,
        },
      };
    },
  });
}

type Open = Parameters<Parameters<typeof withDatabase>[1]>[0];

/** Shows what was signed, and signs it too. Nothing is stored. */
async function signed(
  context: CommandContext,
  { database, clocks }: Open,
  { campaign, number, key: file, yes }: Confirmation,
): Promise<Signed> {
  const { commitment, state } = await readApprovals(database, campaign);
  const stored = await readOneProposal(database, campaign, number);
  const { proposal, problem } = checkProposal(stored, campaign, state, clocks.wall());
  if (!proposal || problem !== undefined) {
    throw new RefusedError(`Nothing was changed: ${problem}`);
  }
  const inForce = await readDrawInForce(database, campaign);
  const lastDay = inForce?.lastDay ?? commitment.document.programme.to;
  const what = describeAction(proposal.action, commitment.document, lastDay);
  const warning = `${stored.by} proposes: ${what}\nReason: ${stored.reason}\nIt is done at once and cannot be undone.`;
  await confirm(context, { warning, campaign, yes });
  const { name, key } = await openKey(context, file, state);
  if (name === stored.by) {
    throw new RefusedError(
      'Nothing was changed: you proposed it yourself. Another approver must confirm it.',
    );
  }
  return { stored, proposal, by: name, signature: key.sign(stored.statement) };
}

const command = 'approvals replace';

export function addApprovalsReplace(parent: Command, session: Session): void {
  const { context } = session;
  addCommand(parent, session, {
    detail:
      'Also when somebody has lost a key. Name all of them, those who stay too. Another approver confirms it, as any proposal; it is an entry of the ledger.',
    examples: [
      'approvals replace --approver asha=<key> --approver zoya=<key> --key asha.key --why "Ravi leaves"',
    ],
    add: (added) => {
      added
        .requiredOption('--approver <name=key>', 'a name and a public key; repeatable', approver)
        .requiredOption('--key <file>', 'your key')
        .option('--hours <count>', 'how long it can be confirmed', wholeNumber(1, 168), 24)
        .option('--why <reason>', 'the reason, for the audit log');
    },
    shape: {
      approver: z.array(z.object({ key: z.string(), name: z.string() })),
      key: z.string(),
      hours: z.number(),
      why: z.string().optional(),
    },
    run: ({ approver: named, key, ...who }) =>
      withDatabase(context, async ({ database, clocks, id }) => {
        const approvers = named.toSorted((a, b) => (a.name < b.name ? -1 : 1));
        const planned = await amendDraw(database, id, {
          drawSecret: undefined,
          newApprovers: approvers,
          amendmentOf: ({ lastDay }, document) => ({ ...unamended(document), to: lastDay }),
          today: () => indianDay(clocks.campaign()),
          isDryRun: true,
          auditOf: () => {
            throw new Error('a dry run changes nothing');
          },
        });
        const action = { kind: 'amended', approvers, ...planned.amendment } as const;
        const warning = describeAction(action, planned.document, planned.before.lastDay);
        const state = planned.approval;
        const wanted = { campaign: id, command, who, key, action, state, warning };
        return propose(context, { ...wanted, database, wall: clocks.wall });
      }),
  });
}

function approver(text: string, before: readonly Approver[] = []): Approver[] {
  const [, name, key] = /^([a-z][a-z0-9-]{0,31})=([0-9a-f]{64})$/.exec(text) ?? [];
  if (name !== undefined && key !== undefined) return [...before, { key, name }];
  throw new InvalidArgumentError(
    'Write a name and the public key that "approvals key" has printed: zoya=<64 hex digits>.',
  );
}

const max = 100;

export function addApprovalsList(parent: Command, session: Session): void {
  addCommand(parent, session, {
    examples: ['approvals list', 'approvals list --json'],
    shape: {},
    run: () =>
      withDatabase(session.context, async ({ database, clocks, id }) => {
        const { state } = await readApprovals(database, id);
        const approvers = state.approvers ?? [];
        const names = approvers.map(({ name }) => name);
        const wall = clocks.wall();
        const found = (await readProposals(database, id, { max })).map((stored) =>
          rowOf(checkProposal(stored, id, state, wall)),
        );
        const who =
          names.length === 0
            ? 'This campaign does not ask for two people.'
            : `Approvers: ${approvers.map(nameAndKey).join(', ')}.`;
        const rows = found.map((one) => [
          String(one.proposal),
          one.command,
          one.by,
          one.expires === null ? '' : indianTime(Date.parse(one.expires)),
          one.state,
        ]);
        const header = ['proposal', 'command', 'by', 'expires (IST)', 'state'];
        return {
          text:
            rows.length === 0 ? `${who} Nothing was proposed.` : `${who}\n${table(header, rows)}`,
          json: {
            campaign: id,
            approvers: names,
            approverKeys: keysOf(approvers),
            proposals: found,
          },
        };
      }),
  });
}

const keysOf = (approvers: readonly Approver[]): Record<string, string> =>
  Object.fromEntries(approvers.map(({ name, key }) => [name, key]));

function rowOf({ stored: { number, by, at: ms, end }, proposal, problem }: CheckedProposal) {
  const [of, at] = [number, new Date(ms).toISOString()];
  // Nothing in it is trusted, not even that it has ended.
  const forged = { command: '-', by: '-', at, expires: null, state: 'forged', endedBy: null };
  if (!proposal) return { proposal: of, ...forged };
  const { command, expires } = proposal;
  const state = end?.result ?? (problem === undefined ? 'open' : 'void');
  const endedBy = end && !hasControlCharacters(end.by) ? end.by : null;
  return { proposal: of, command, by, at, expires, state, endedBy };
}

export function addApprovalsShow(parent: Command, session: Session): void {
  addCommand(parent, session, {
    examples: ['approvals show 3'],
    add: (command) => {
      command.argument('<proposal>', 'its number', wholeNumber(1, 999_999_999));
    },
    shape: { argument: z.number() },
    run: ({ argument: number }) =>
      withDatabase(session.context, async ({ database, clocks, id }) => {
        const { commitment, state } = await readApprovals(database, id);
        const stored = await readOneProposal(database, id, number);
        const { proposal, problem } = checkProposal(stored, id, state, clocks.wall());
        if (!proposal) throw new RefusedError(`Proposal ${number}: ${problem}`);
        const inForce = await readDrawInForce(database, id);
        const lastDay = inForce?.lastDay ?? commitment.document.programme.to;
        const what = describeAction(proposal.action, commitment.document, lastDay);
        const can =
          problem === undefined
            ? `Another approver can confirm it by ${indianTime(Date.parse(proposal.expires))} IST.`
            : `It cannot be confirmed: ${problem}`;
        return {
          text: `Proposal ${number}, ${proposal.command}, by ${stored.by}: ${stored.reason}\n${what}\n${can}`,
          json: {
            campaign: id,
            proposal: number,
            command: proposal.command,
            by: stored.by,
            reason: stored.reason,
            action: proposal.action,
            expires: proposal.expires,
            what,
            problem: problem ?? null,
          },
        };
      }),
  });
}

const passphraseMin = 12;

export function addApprovalsKey(parent: Command, session: Session): void {
  const { context } = session;
  addCommand(parent, session, {
    detail:
      'Writes it to a new file that only you can read and only your passphrase opens, and prints the public key, which goes into draw.json before the draw is committed to. Nobody else may have the file. It needs no database.',
    examples: ['approvals key --out asha.key'],
    add: (command) => {
      command.requiredOption('--out <file>', 'a file that does not exist yet');
    },
    shape: { out: z.string().min(1) },
    run: async ({ out }) => {
      const isTerminal = context.input.isTTY === true;
      const [passphrase = '', again] = await readPassphrases(context, [
        'Passphrase for the new key',
        ...(isTerminal ? ['The same passphrase again'] : []),
      ]);
      if (passphrase.length < passphraseMin) {
        throw new UsageError(
          `Nothing was written: choose a passphrase of ${passphraseMin} characters or more, such as four words.`,
        );
      }
      if (isTerminal && again !== passphrase) {
        throw new UsageError('Nothing was written: the two passphrases differ.');
      }
      const { file, publicKey } = makeApproverKey(passphrase);
      await writeNewFile(out, [file]);
      return {
        text: `Written to ${out}. The public key, which you may show:\n  ${publicKey}\nKeep a copy of the file: without it and its passphrase you cannot approve anything.`,
        json: { file: out, publicKey },
      };
    },
  });
}
