// The calls that plugins add, of the site and of the console.
import { alertLog } from './alert-log/contract.ts';
import { alertThresholds } from './alert-thresholds/contract.ts';
import { alerts } from './alerts/contract.ts';
import { corrections } from './corrections/contract.ts';
import { draft } from './drafts/contract.ts';
import { drawCheck } from './draw-check/contract.ts';
import { packs } from './packs/contract.ts';
import { questionCalls } from './question/contract.ts';
import { prizes } from './prizes/contract.ts';
import { review } from './review/contract.ts';
import { severalCampaigns } from './several-campaigns/contract.ts';
import { singleSignOn } from './single-sign-on/contract.ts';
import { team } from './team/contract.ts';
import { upiCalls } from './upi/contract.ts';
import { upiConsole } from './upi/console-contract.ts';

export const pluginCalls = { ...questionCalls, ...upiCalls };
export const consolePluginCalls = {
  ...alerts,
  ...alertLog,
  ...alertThresholds,
  ...corrections,
  ...draft,
  ...drawCheck,
  ...packs,
  ...prizes,
  ...review,
  ...severalCampaigns,
  ...singleSignOn,
  ...team,
  ...upiConsole,
};
