// Of the plugins' calls of the console, which alone loads them.
import * as alertLogCalls from './alert-log/server/alert-mails.call.ts';
import * as alertThresholdCalls from './alert-thresholds/server/thresholds.call.ts';
import * as alertCalls from './alerts/server/alerts.call.ts';
import * as correctionCalls from './corrections/server/corrections.call.ts';
import * as draftCalls from './drafts/server/draft.call.ts';
import * as drawCheckCalls from './draw-check/server/draw-check.call.ts';
import * as prizesCalls from './prizes/server/show-sms.call.ts';
import * as reviewCalls from './review/server/review.call.ts';
import * as packCalls from './packs/server/manage-packs.call.ts';
import * as severalCampaignsCalls from './several-campaigns/server/read-campaigns.call.ts';
import * as signOnCalls from './single-sign-on/server/single-sign-on.call.ts';
import * as teamCalls from './team/server/team.call.ts';
import * as upiConsoleCalls from './upi/server/console.call.ts';

export const consolePluginHandlers = {
  ...alertCalls,
  ...alertLogCalls,
  ...alertThresholdCalls,
  ...correctionCalls,
  ...draftCalls,
  ...drawCheckCalls,
  ...prizesCalls,
  ...packCalls,
  ...reviewCalls,
  ...severalCampaignsCalls,
  ...signOnCalls,
  ...teamCalls,
  ...upiConsoleCalls,
};
