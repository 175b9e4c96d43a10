import { Command, CommanderError } from 'commander';
import { CampaignError } from '@inaam/campaigns/schema/problem.ts';
import { operatorMessage } from '../lifecycle/run-program.ts';
import { CommitmentDiffers, NotCommitted } from '../storage/draw/commitments.ts';
import { ProposalEnded } from '../storage/audit-log.ts';
import { AmendmentNotApproved } from '../storage/draw/amendments/approval-state.ts';
import { AmendmentRefused } from '../storage/draw/amendments/amendments.ts';
import { RevealRefused } from '../storage/draw/draw-reveal.ts';
import { AuditFilesRefused } from '../support/audit-files.ts';
import { WishRefused } from '../support/amendments/plan-amendment.ts';
import { NoProposal } from '../support/amendments/read-proposal.ts';
import { WrongSecrets } from '../support/checks/own-secrets.ts';
import { NothingToPause } from '../support/set-campaign-pause.ts';
import { addApprovals } from './commands/approvals/approvals.ts';
import { addAudit } from './commands/audit.ts';
import { addBudget } from './commands/budget.ts';
import { addCampaignCheck } from './commands/campaign/campaign-check.ts';
import { addCampaignNew } from './commands/campaign/campaign-new.ts';
import { addCampaignPause, addCampaignResume } from './commands/campaign/campaign-pause.ts';
import { addCampaignEnd, addCampaignExtend } from './commands/campaign/campaign-last-day.ts';
import { addCampaignSupplement } from './commands/campaign/campaign-supplement.ts';
import { addExamples } from './add-command.ts';
import { RefusedError, type CommandContext, type Session } from './command-context.ts';
import { addConsoleAccounts } from './commands/console/console-accounts.ts';
import { addDeliveriesFailed } from './commands/deliveries/deliveries-failed.ts';
import { addDeliveriesLate } from './commands/deliveries/deliveries-late.ts';
import { addDeliveriesOf } from './commands/deliveries/deliveries-of.ts';
import { addDeliveriesResend } from './commands/deliveries/deliveries-resend.ts';
import { addDeliveriesSettle } from './commands/deliveries/deliveries-settle.ts';
import { addCompletion } from './commands/completion.ts';
import { addDoctor } from './commands/doctor.ts';
import { addDrawCommit } from './commands/draw/draw-commit.ts';
import { addDrawPart } from './commands/draw/draw-part.ts';
import { addDrawReveal } from './commands/draw/draw-reveal.ts';
import { addExport } from './commands/export.ts';
import { addFind } from './commands/find.ts';
import { addKeysPublic } from './commands/keys-public.ts';
import { addKeysReplace } from './commands/keys-replace.ts';
import { addKeysReseal } from './commands/keys-reseal.ts';
import { addLedgerExport } from './commands/ledger/ledger-export.ts';
import { addLedgerVerify } from './commands/ledger/ledger-verify.ts';
import { addLimits } from './commands/limits.ts';
import { addNumberBlock, addNumberUnblock } from './commands/number/number-block.ts';
import { addNumberErase } from './commands/number/number-erase.ts';
import { addNumberExport } from './commands/number/number-export.ts';
import { addNumberPseudonym } from './commands/number/number-pseudonym.ts';
import { addNumberShow } from './commands/number/number-show.ts';
import { addNumberUnlock } from './commands/number/number-unlock.ts';
import { addQr } from './commands/qr.ts';
import { addReport } from './commands/report.ts';
import { addSimulate } from './commands/simulate.ts';
import { addSmsCheck } from './commands/sms/sms-check.ts';
import { addSmsTry } from './commands/sms/sms-try.ts';
import { addWebhooks } from './commands/webhooks/webhooks.ts';
import { addVouchersBatches } from './commands/vouchers/vouchers-batches.ts';
import { addVouchersLoad } from './commands/vouchers/vouchers-load.ts';
import { addVouchersStock } from './commands/vouchers/vouchers-stock.ts';
import { addVouchersReconcile } from './commands/vouchers/vouchers-reconcile.ts';
import { addVouchersWithdraw } from './commands/vouchers/vouchers-withdraw.ts';

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
    .description("The campaign operator's command line, described in docs/operator.md.")
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
  addDeliveriesFailed(deliveries, session);
  addDeliveriesOf(deliveries, session);
  addDeliveriesLate(deliveries, session);
  addDeliveriesResend(deliveries, session);
  addDeliveriesSettle(deliveries, session);
  addWebhooks(program, session);
  const number = program.command('number').description('One mobile number, and what is stored.');
  addNumberShow(number, session);
  addNumberUnlock(number, session);
  addNumberBlock(number, session);
  addNumberUnblock(number, session);
  addNumberErase(number, session);
  addNumberExport(number, session);
  addNumberPseudonym(number, session);
  addConsoleAccounts(program, session);
  const keys = program.command('keys').description('The secrets of the programs.');
  addKeysPublic(keys, session);
  addKeysReplace(keys, session);
  addKeysReseal(keys, session);
  addDoctor(program, session);
  addReport(program, session);
  addFind(program, session);
  addExport(program, session);
  addBudget(program, session);
  addQr(program, session);
  addLimits(program, session);
  addSimulate(program, session);
  addAudit(program, session);
  addCompletion(program, session);
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
  addCampaignPause(campaign, session);
  addCampaignResume(campaign, session);
  addCampaignSupplement(campaign, session);
  addCampaignExtend(campaign, session);
  addCampaignEnd(campaign, session);
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
