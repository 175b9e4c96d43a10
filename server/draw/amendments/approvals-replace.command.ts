import { InvalidArgumentError, type Command } from 'commander';
import * as z from 'zod';
import { unamended } from './amendment.rules.ts';
import type { Approver } from './approval.rules.ts';
import { indianDay } from '../../platform/period.rules.ts';
import { amendDraw } from './amendments.sql.ts';
import { addCommand, wholeNumber } from '../../operator/add-command.ts';
import { describeAction } from './read-proposal.ts';
import { propose } from './propose.command.ts';
import type { Session } from '../../operator/command-context.ts';
import { withDatabase } from '../../operator/with-database.ts';

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
