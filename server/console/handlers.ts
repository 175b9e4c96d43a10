import { allowDrawFiles } from '../draw/published/allow-draw-files.call.ts';
import { checkCampaign } from './check-campaign.call.ts';
import { pauseCampaign, resumeCampaign } from '../draw/pause-campaign.call.ts';
import { prepareAmendment } from '../draw/amendments/prepare-amendment.call.ts';
import { readCampaign } from './read-campaign.call.ts';
import { readSms } from '../sms/read-sms.call.ts';
import { refuseProposal } from '../draw/amendments/refuse-proposal.call.ts';
import { blockNumber } from '../participants/block-number.call.ts';
import { changeRule } from '../review/change-rule.call.ts';
import { countResend } from '../messages/count-resend.call.ts';
import { decideVouchers } from '../review/decide-vouchers.call.ts';
import { eraseNumber } from '../participants/erase-number.call.ts';
import { exportNumber } from '../participants/export-number.call.ts';
import { findPerson } from '../participants/find-person.call.ts';
import { previewRule } from '../review/preview-rule.call.ts';
import { readCluster } from '../review/read-cluster.call.ts';
import { readClusters } from '../review/read-clusters.call.ts';
import { readReview } from '../review/read-review.call.ts';
import { readDebtExamples } from '../messages/read-debt-examples.call.ts';
import { readDeliveries } from '../messages/read-deliveries.call.ts';
import { readStock } from '../vouchers/read-stock.call.ts';
import { resendByReason } from '../messages/resend-by-reason.call.ts';
import { resendVoucher } from '../participants/resend-voucher.call.ts';
import { readAuditChoices } from './read-audit-choices.call.ts';
import { readAudits } from './read-audits.call.ts';
import { readDraw } from '../draw/published/read-draw.call.ts';
import { readVerification } from '../draw/published/read-verification.call.ts';
import { unblockNumber } from '../participants/unblock-number.call.ts';
import { unlockNumber } from '../participants/unlock-number.call.ts';
import { verifyDraw } from '../draw/published/verify-draw.call.ts';
import { readToday } from '../figures/read-today.call.ts';
import type { ConsoleHandlers } from './context.ts';
import { enterByLink } from './sign-in/enter-by-link.ts';
import { finishInvitation, startInvitation } from './sign-in/invitation.ts';
import { readSignInWays } from './sign-in/read-sign-in-ways.ts';
import { finishSingleSignOn, startSingleSignOn } from './sign-in/single-sign-on.ts';
import { readSession } from './sign-in/read-session.ts';
import { finishSignIn, startSignIn } from './sign-in/passkey.ts';
import { signOut, signOutEverywhere } from './sign-in/sign-out.ts';

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
