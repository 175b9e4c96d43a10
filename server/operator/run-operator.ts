import { Command, CommanderError } from 'commander';
import { CampaignError } from '@inaam/campaigns/schema/problem.ts';
import { operatorMessage } from '../database/run-program.ts';
import { CommitmentDiffers, NotCommitted } from '../draw/commitments.sql.ts';
import { ProposalEnded } from '../database/audit-log.ts';
import { AmendmentNotApproved } from '../draw/amendments/approval-state.sql.ts';
import { AmendmentRefused } from '../draw/amendments/amendments.sql.ts';
import { RevealRefused } from '../draw/draw-reveal.sql.ts';
import { AuditFilesRefused } from '../draw/published/audit-files.ts';
import { WishRefused } from '../draw/amendments/plan-amendment.ts';
import { NoProposal } from '../draw/amendments/read-proposal.ts';
import { WrongSecrets } from '../console/checks/own-secrets.ts';
import { NothingToPause } from '../draw/pause.sql.ts';
import { addApprovals } from '../draw/amendments/approvals.command.ts';
import { addBackup } from './installation/backup.command.ts';
import { addUpgrade } from './installation/upgrade.command.ts';
import { addRestore } from './installation/restore.command.ts';
import { addBudget } from '../codes/budget.command.ts';
import { addCampaignCheck } from './campaign-check.command.ts';
import { addCampaignNew } from './campaign-new.command.ts';
import { addCampaignEnd, addCampaignExtend } from '../draw/amendments/campaign-last-day.command.ts';
import { addCampaignSupplement } from '../draw/amendments/campaign-supplement.command.ts';
import { addExamples } from './add-command.ts';
import { RefusedError, type CommandContext, type Session } from './command-context.ts';
import { addCalls } from './console-calls/add-calls.ts';
import { addConsoleAccounts } from './console-accounts.command.ts';
import { addDeliveriesSettle } from '../messages/deliveries-settle.command.ts';
import { addDoctor } from './doctor.command.ts';
import { addDrawCommit } from '../draw/draw-commit.command.ts';
import { addDrawPart } from '../draw/draw-part.command.ts';
import { addDrawReveal } from '../draw/draw-reveal.command.ts';
import { addExport } from '../figures/export.command.ts';
import { addKeys } from './keys.command.ts';
import { addLedgerExport } from '../draw/published/ledger-export.command.ts';
import { addLedgerVerify } from '../draw/published/ledger-verify.command.ts';
import { addNumberErase } from '../participants/number-erase.command.ts';
import { addNumberPseudonym } from '../participants/number-pseudonym.command.ts';
import { addQr } from './qr.command.ts';
import { addReport } from '../figures/report.command.ts';
import { addSettings } from './installation/settings.command.ts';
import { addSmsCheck } from '../sms/sms-check.command.ts';
import { addSmsTry } from '../sms/sms-try.command.ts';
import { addWebhooks } from './webhooks.command.ts';
import { addVouchersBatches } from '../vouchers/vouchers-batches.command.ts';
import { addVouchersLoad } from '../vouchers/vouchers-load.command.ts';
import { addVouchersStock } from '../vouchers/vouchers-stock.command.ts';
import { addVouchersReconcile } from '../vouchers/vouchers-reconcile.command.ts';
import { addVouchersWithdraw } from '../vouchers/vouchers-withdraw.command.ts';

/** Nothing was changed. Every other error is a problem of usage or environment. */
const refusals = [
  RefusedError,
  WrongSecrets,
  AuditFilesRefused,
  NoProposal,
  WishRefused,
  NothingToPause,
  CampaignError,
  CommitmentDiffers,
  NotCommitted,
  RevealRefused,
  AmendmentRefused,
  AmendmentNotApproved,
  ProposalEnded,
];

/**
 * Runs one command.
 * @param words what was typed after the program's name
 * @returns the exit code. 0: done. 1: refused, or a check failed. 2: wrong usage or environment
 */
export async function runOperator(
  words: readonly string[],
  context: CommandContext,
): Promise<number> {
  const session: Session = { context, failed: false };
  try {
    await programOf(session).parseAsync(words, { from: 'user' });
    return session.failed ? 1 : 0;
  } catch (error) {
    return reportError(error, words, context);
  }
}

function programOf(session: Session): Command {
  const { context } = session;
  const program = new Command(context.name)
    .description("The campaign operator's command line, described in docs/reference/commands.md.")
    .exitOverride()
    .showHelpAfterError('(add --help for what it takes, with examples)')
    .configureOutput({
      writeOut: (text) => context.output.write(text),
      writeErr: (text) => context.errors.write(text),
    });
  addCampaignGroup(program, session);
  const draw = program
    .command('draw')
    .description(
      'Make a part of the secret, commit to the draw before the start, reveal its secret after the end.',
    );
  addDrawPart(draw, session);
  addDrawCommit(draw, session);
  addDrawReveal(draw, session);
  addCalls(draw, session, 'draw');
  addApprovals(program, session);
  const ledger = program.command('ledger').description('The ledger of verifications and rewards.');
  addLedgerExport(ledger, session);
  addLedgerVerify(ledger, session);
  const sms = program
    .command('sms')
    .description('Whether real SMS can be sent, before the launch.');
  addSmsCheck(sms, session);
  addSmsTry(sms, session);
  const vouchers = program.command('vouchers').description('The stock of voucher codes.');
  addVouchersLoad(vouchers, session);
  addVouchersStock(vouchers, session);
  addVouchersBatches(vouchers, session);
  addVouchersWithdraw(vouchers, session);
  addVouchersReconcile(vouchers, session);
  const deliveries = program.command('deliveries').description('The delivery of messages.');
  addDeliveriesSettle(deliveries, session);
  addCalls(deliveries, session, 'deliveries');
  addWebhooks(program, session);
  const number = program.command('number').description('One mobile number, and what is stored.');
  addNumberErase(number, session);
  addNumberPseudonym(number, session);
  addCalls(number, session, 'number');
  addConsoleAccounts(program, session);
  addKeys(program, session);
  addDoctor(program, session);
  addSettings(program, session);
  addReport(program, session);
  addExport(program, session);
  addBudget(program, session);
  addQr(program, session);
  addBackup(program, session);
  addRestore(program, session);
  addUpgrade(program, session);
  addCalls(program, session);
  addExamples(program, session, ['campaign check', 'budget --json', 'draw commit --help']);
  return program;
}

function addCampaignGroup(program: Command, session: Session): void {
  const campaign = program
    .command('campaign')
    .description(
      'Check a campaign folder, or write a new one; pause and resume a campaign, add to its budget, and move its last day.',
    );
  addCampaignCheck(campaign, session);
  addCampaignNew(campaign, session);
  addCampaignSupplement(campaign, session);
  addCampaignExtend(campaign, session);
  addCampaignEnd(campaign, session);
  addCalls(campaign, session, 'campaign');
}

/** @returns the exit code */
function reportError(error: unknown, words: readonly string[], context: CommandContext): number {
  const isUsage = error instanceof CommanderError;
  if (isUsage && error.exitCode === 0) return 0;
  const exit = refusals.some((kind) => error instanceof kind) ? 1 : 2;
  const sentence = isUsage
    ? error.message.replace(/^error: /, '')
    : operatorMessage(error, 'The command failed');
  // commander has printed its own errors.
  if (!isUsage) context.errors.write(`${sentence}\n`);
  if (words.includes('--json')) {
    context.output.write(`${JSON.stringify({ error: sentence, exit })}\n`);
  }
  return exit;
}
