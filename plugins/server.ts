// What the plugins add to the programs.
import { alerts } from './alerts/server.ts';
import { corrections } from './corrections/server.ts';
import { drafts } from './drafts/server.ts';
import { drawCheck } from './draw-check/server.ts';
import { friend } from './friend/server.ts';
import { photos } from './photos/server.ts';
import { preview } from './preview/server.ts';
import { question } from './question/server.ts';
import { review } from './review/server.ts';
import { severalCampaigns } from './several-campaigns/server.ts';
import type { ServerPlugin } from './server-plugin.ts';
import { packs } from './packs/server.ts';
import { singleSignOn } from './single-sign-on/server.ts';
import { upi } from './upi/server.ts';
import { voucherUpload } from './voucher-upload/server.ts';
import { webhooks } from './webhooks/server.ts';
import { whatsapp } from './whatsapp/server.ts';

export const serverPlugins: readonly ServerPlugin[] = [
  packs,
  alerts,
  severalCampaigns,
  review,
  webhooks,
  drafts,
  drawCheck,
  photos,
  corrections,
  preview,
  voucherUpload,
  question,
  singleSignOn,
  friend,
  whatsapp,
  upi,
];
