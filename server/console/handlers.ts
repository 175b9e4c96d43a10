import { allowDrawFiles } from './calls/draw/allow-draw-files.ts';
import { checkCampaign } from './calls/campaign/check-campaign.ts';
import { pauseCampaign, resumeCampaign } from './calls/campaign/pause-campaign.ts';
import { prepareAmendment } from './calls/campaign/prepare-amendment.ts';
import { readCampaign } from './calls/campaign/read-campaign.ts';
import { readSms } from './calls/campaign/read-sms.ts';
import { refuseProposal } from './calls/campaign/refuse-proposal.ts';
import { blockNumber } from './calls/person/block-number.ts';
import { changeRule } from './calls/review/change-rule.ts';
import { countResend } from './calls/deliveries/count-resend.ts';
import { decideVouchers } from './calls/review/decide-vouchers.ts';
import { eraseNumber } from './calls/person/erase-number.ts';
import { exportNumber } from './calls/person/export-number.ts';
import { findPerson } from './calls/person/find-person.ts';
import { previewRule } from './calls/review/preview-rule.ts';
import { readCluster } from './calls/review/read-cluster.ts';
import { readClusters } from './calls/review/read-clusters.ts';
import { readReview } from './calls/review/read-review.ts';
import { readDebtExamples } from './calls/deliveries/read-debt-examples.ts';
import { readDeliveries } from './calls/deliveries/read-deliveries.ts';
import { readStock } from './calls/deliveries/read-stock.ts';
import { resendByReason } from './calls/deliveries/resend-by-reason.ts';
import { resendVoucher } from './calls/person/resend-voucher.ts';
import { readAuditChoices } from './calls/audit/read-audit-choices.ts';
import { readAudits } from './calls/audit/read-audits.ts';
import { readDraw } from './calls/draw/read-draw.ts';
import { readVerification } from './calls/draw/read-verification.ts';
import { unblockNumber } from './calls/person/unblock-number.ts';
import { unlockNumber } from './calls/person/unlock-number.ts';
import { verifyDraw } from './calls/draw/verify-draw.ts';
import { readToday } from './calls/today/read-today.ts';
import type { ConsoleHandlers } from './context.ts';
import { enterByLink } from './sign-in/enter-by-link.ts';
import { finishInvitation, startInvitation } from './sign-in/invitation/invitation.ts';
import { readSignInWays } from './sign-in/read-sign-in-ways.ts';
import { finishSingleSignOn, startSingleSignOn } from './sign-in/single-sign-on/single-sign-on.ts';
import { readSession } from './sign-in/session/read-session.ts';
import { finishSignIn, startSignIn } from './sign-in/passkey/passkey.ts';
import { signOut, signOutEverywhere } from './sign-in/session/sign-out.ts';

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
