import {
  allowDrawFiles,
  readDraw,
  readVerification,
  verifyDraw,
} from '../draw/published/read-draw.call.ts';
import { checkCampaign, readCampaign } from './read-campaign.call.ts';
import { pauseCampaign, resumeCampaign } from '../draw/pause-campaign.call.ts';
import { prepareAmendment, refuseProposal } from '../draw/amendments/campaign-approvals.call.ts';
import { readSms } from '../sms/read-sms.call.ts';
import {
  blockNumber,
  eraseNumber,
  unblockNumber,
  unlockNumber,
} from '../participants/change-number.call.ts';
import { changeRule, previewRule } from '../review/change-rule.call.ts';
import {
  countResend,
  readDebtExamples,
  readDeliveries,
  resendByReason,
} from '../messages/read-deliveries.call.ts';
import { decideVouchers } from '../review/decide-vouchers.call.ts';
import { exportNumber } from '../participants/export-number.call.ts';
import { findPerson } from '../participants/find-person.call.ts';
import { readCluster, readClusters, readReview } from '../review/read-review.call.ts';
import { readStock } from '../vouchers/read-stock.call.ts';
import { resendVoucher } from '../participants/resend-voucher.call.ts';
import { readAuditChoices, readAudits } from './read-audits.call.ts';
import { readToday } from '../figures/read-today.call.ts';
import type { ConsoleCallName } from '@inaam/contract/console/calls.ts';
import type { ConsoleContext, ConsoleHandlers, SignedIn, Visitor } from './context.ts';
import { enterByLink, readSignInWays } from './sign-in/enter-by-link.ts';
import { finishInvitation, startInvitation } from './sign-in/invitation.ts';
import { finishSingleSignOn, startSingleSignOn } from './sign-in/single-sign-on.ts';
import { readSession } from './sign-in/read-session.ts';
import { finishSignIn, startSignIn } from './sign-in/passkey.ts';
import { signOut, signOutEverywhere } from './sign-in/session.ts';

export const consoleHandlers: ConsoleHandlers = {
  readSession,
  readSignInWays,
  startSignIn,
  finishSignIn,
  startInvitation,
  finishInvitation,
  startSingleSignOn,
  finishSingleSignOn,
  enterByLink,
  signOut,
  signOutEverywhere,
  readToday,
  findPerson,
  resendVoucher,
  unlockNumber,
  blockNumber,
  unblockNumber,
  eraseNumber,
  exportNumber,
  readDraw,
  readVerification,
  verifyDraw,
  allowDrawFiles,
  readAudits,
  readAuditChoices,
  readStock,
  readDeliveries,
  readDebtExamples,
  countResend,
  resendByReason,
  readCampaign,
  checkCampaign,
  readSms,
  pauseCampaign,
  resumeCampaign,
  prepareAmendment,
  refuseProposal,
  readReview,
  readClusters,
  readCluster,
  previewRule,
  changeRule,
  decideVouchers,
};

/**
 * As a method, whose fields the compiler compares both ways: for a name known only at run time it
 * cannot see that these are its own.
 */
type AnyHandler = {
  call(
    context: ConsoleContext,
    fields: object,
    signedIn: SignedIn | undefined,
    visitor: Visitor,
  ): Promise<object>;
}['call'];

export const handlerOf = (name: ConsoleCallName): AnyHandler => consoleHandlers[name];
