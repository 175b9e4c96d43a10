import * as draw from '../draw/published/read-draw.call.ts';
import * as pause from '../draw/pause-campaign.call.ts';
import { consolePluginHandlers } from '@inaam/plugins/handlers.ts';
import * as overview from '../figures/read-overview.call.ts';
import * as deliveries from '../figures/read-deliveries.call.ts';
import * as number from '../participants/change-number.call.ts';
import * as numberExport from '../participants/export-number.call.ts';
import * as person from '../participants/find-person.call.ts';
import * as resend from '../participants/resend-voucher.call.ts';
import * as sms from './checks/read-sms.call.ts';
import * as withdrawal from '../vouchers/withdraw-batch.call.ts';
import * as audits from '../console/read-audits.call.ts';
import * as campaign from '../figures/read-campaign.call.ts';
import type { ConsoleHandlers } from '../console/context.ts';
import { finishInvitation, startInvitation } from '../console/sign-in/invitation.ts';
import { finishSignIn, startSignIn } from '../console/sign-in/passkey.ts';
import {
  enterByLink,
  readSession,
  readSignInWays,
  signOut,
  signOutEverywhere,
} from '../console/sign-in/session.ts';

/** Each handler has the name of its call. A file may export others too. */
export const consoleHandlers: ConsoleHandlers = {
  ...draw,
  ...pause,
  ...overview,
  ...deliveries,
  ...number,
  ...numberExport,
  ...person,
  ...resend,
  ...sms,
  ...withdrawal,
  ...audits,
  ...campaign,
  ...consolePluginHandlers,
  readSession,
  readSignInWays,
  startSignIn,
  finishSignIn,
  startInvitation,
  finishInvitation,
  enterByLink,
  signOut,
  signOutEverywhere,
};
