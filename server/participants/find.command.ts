import type { Command } from 'commander';
import * as z from 'zod';
import { recordAudit } from '../database/audit-log.ts';
import { readVisitsOf } from './number-record.sql.ts';
import { readPersonFacts } from './person-facts.ts';
import { timeLineOf, whereItStands, type PersonFacts } from './time-line.ts';
import { addCommand } from '../operator/add-command.ts';
import { addWhoAndWhy, operatorOf, whoAndWhy } from '../operator/change-options.ts';
import {
  UsageError,
  type CommandContext,
  type CommandResult,
  type Session,
} from '../operator/command-context.ts';
import {
  searchByNumber,
  searchByPseudonym,
  searchByVoucher,
  type PersonSearch,
} from './person-search.command.ts';
import { formatTime } from '../platform/format.ts';
import { withOpenDatabase } from '../operator/with-database.ts';

export function addFind(parent: Command, session: Session): void {
  const { context } = session;
  addCommand(parent, session, {
    name: 'find',
    summary: 'show everything that happened to one participant, for support',
    detail:
      'Asks for the mobile number, or with --voucher for the last characters of the voucher code, or reads it from stdin. No number, name or code is shown. Times are UTC.',
    examples: [
      'find --why "complaint 4711"',
      'find --voucher --why "complaint 4711"',
      'find --pseudonym 0123456789abcdef0123456789abcdef --why "question of the auditor" --json',
    ],
    add: (command) => {
      command
        .option('--voucher', 'who got the voucher code that ends so')
        .option('--pseudonym <hex>', 'who has this pseudonym in the ledger');
      addWhoAndWhy(command);
    },
    shape: {
      ...whoAndWhy,
      voucher: z.boolean().default(false),
      pseudonym: z.string().optional(),
    },
    run: ({ voucher, pseudonym, ...who }) => {
      const { config, by, find } = searchFor(context, voucher, pseudonym);
      const { campaign } = config;
      return withOpenDatabase(context, config, async ({ database, clocks }) => {
        const operator = operatorOf(who, clocks.wall());
        const mobileIndex = await find(database);
        const facts = await readPersonFacts(database, campaign, mobileIndex, readVisitsOf);
        const details = { number: mobileIndex.toString('hex'), by };
        await recordAudit(database, { campaign, command: 'find', operator, details });
        return answerOf(campaign, facts);
      });
    },
  });
}

function searchFor(
  context: CommandContext,
  voucher: boolean,
  pseudonym: string | undefined,
): PersonSearch {
  if (voucher && pseudonym !== undefined) {
    throw new UsageError('Give --voucher or --pseudonym, not both.');
  }
  if (voucher) return searchByVoucher(context);
  return pseudonym === undefined ? searchByNumber(context) : searchByPseudonym(context, pseudonym);
}

function answerOf(campaign: string, facts: PersonFacts): CommandResult {
  const summary = whereItStands(facts);
  const events = timeLineOf(facts).map(({ at, ...event }) => ({ at: formatTime(at), ...event }));
  const width = Math.max(0, ...events.map(({ device }) => device?.length ?? 0));
  const lines = events.map(
    ({ at, what, device }) => `  ${at}  ${(device ?? '').padEnd(width)}  ${what}`,
  );
  return {
    text: [summary, ...(lines.length === 0 ? ['Nothing is known of it.'] : lines)].join('\n'),
    json: { campaign, summary, isKnown: events.length > 0, events },
  };
}
