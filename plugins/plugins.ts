// What the plugins declare: data alone, so that every program can import it.
import { alertLog } from './alert-log/plugin.ts';
import { alertThresholds } from './alert-thresholds/plugin.ts';
import { alerts } from './alerts/plugin.ts';
import { amendments } from './amendments/plugin.ts';
import { backup } from './backup/plugin.ts';
import { drawCheck } from './draw-check/plugin.ts';
import { corrections } from './corrections/plugin.ts';
import { drafts } from './drafts/plugin.ts';
import { editorParts } from './editor-parts/plugin.ts';
import { friend } from './friend/plugin.ts';
import { installation } from './installation/plugin.ts';
import { packs } from './packs/plugin.ts';
import { photos } from './photos/plugin.ts';
import type { Plugin } from './plugin.ts';
import { question } from './question/plugin.ts';
import { prizes } from './prizes/plugin.ts';
import { review } from './review/plugin.ts';
import { severalCampaigns } from './several-campaigns/plugin.ts';
import { singleSignOn } from './single-sign-on/plugin.ts';
import { team } from './team/plugin.ts';
import { upi } from './upi/plugin.ts';
import { voucherUpload } from './voucher-upload/plugin.ts';
import { webhooks } from './webhooks/plugin.ts';
import { whatsapp } from './whatsapp/plugin.ts';

const nothing = { rights: {}, sealed: [], retention: {}, auditWords: {}, groups: {}, commands: {} };
const noSql = { owned: {}, exported: {} };
const declared: readonly (Partial<Plugin> & { name: string })[] = [
  alerts,
  alertLog,
  alertThresholds,
  amendments,
  installation,
  backup,
  packs,
  review,
  webhooks,
  drafts,
  drawCheck,
  editorParts,
  prizes,
  photos,
  corrections,
  voucherUpload,
  question,
  severalCampaigns,
  singleSignOn,
  team,
  friend,
  whatsapp,
  upi,
];
export const plugins: readonly Plugin[] = declared.map((own) => ({ ...nothing, ...noSql, ...own }));
