import { allowDrawFiles } from './calls/allow-draw-files.ts';
import { checkCampaign } from './calls/check-campaign.ts';
import { pauseCampaign, resumeCampaign } from './calls/pause-campaign.ts';
import { prepareAmendment } from './calls/prepare-amendment.ts';
import { readCampaign } from './calls/read-campaign.ts';
import { readSms } from './calls/read-sms.ts';
import { refuseProposal } from './calls/refuse-proposal.ts';
import { blockNumber } from './calls/block-number.ts';
import { changeRule } from './calls/change-rule.ts';
import { countResend } from './calls/count-resend.ts';
import { decideVouchers } from './calls/decide-vouchers.ts';
import { eraseNumber } from './calls/erase-number.ts';
import { exportNumber } from './calls/export-number.ts';
import { findPerson } from './calls/find-person.ts';
import { previewRule } from './calls/preview-rule.ts';
import { readCluster } from './calls/read-cluster.ts';
import { readClusters } from './calls/read-clusters.ts';
import { readReview } from './calls/read-review.ts';
import { readDebtExamples } from './calls/read-debt-examples.ts';
import { readDeliveries } from './calls/read-deliveries.ts';
import { readStock } from './calls/read-stock.ts';
import { resendByReason } from './calls/resend-by-reason.ts';
import { resendVoucher } from './calls/resend-voucher.ts';
import { readAuditChoices } from './calls/read-audit-choices.ts';
import { readAudits } from './calls/read-audits.ts';
import { readDraw } from './calls/read-draw.ts';
import { readVerification } from './calls/read-verification.ts';
import { unblockNumber } from './calls/unblock-number.ts';
import { unlockNumber } from './calls/unlock-number.ts';
import { verifyDraw } from './calls/verify-draw.ts';
import { readToday } from './calls/read-today.ts';
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
