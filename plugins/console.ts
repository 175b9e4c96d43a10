// The pages of the console that plugins add, and the sections of its page Campaign.
import type {
  CampaignHome,
  CampaignSection,
  CompanySignIn,
  PagePanel,
  EditorPart,
  PhotoTool,
  PluginPage,
} from '@inaam/console/app/console-context.ts';
import { alertLogPanel } from './alert-log/console/panel.ts';
import { thresholdsPanel } from './alert-thresholds/console/panel.ts';
import { alertsPage } from './alerts/console/page.ts';
import { corrections } from './corrections/console/section.ts';
import { editSection } from './drafts/console/section.ts';
import { drawCheckPanel } from './draw-check/console/panel.ts';
import { packsPage } from './packs/console/page.ts';
import { firstParts, lastParts } from './editor-parts/console/parts.ts';
import { photoTool } from './photos/console/tool.ts';
import { previewSection } from './preview/console/section.ts';
import { prizeParts } from './prizes/console/parts.ts';
import { reviewPage } from './review/console/page.tsx';
import { campaignHome } from './several-campaigns/console/home.ts';
import { company } from './single-sign-on/console/company.ts';
import { teamPage } from './team/console/page.ts';
import { payoutsPage } from './upi/console/page.ts';
import { loadPage } from './voucher-upload/console/page.ts';

export const pluginPages: readonly PluginPage[] = [
  packsPage,
  reviewPage,
  alertsPage,
  payoutsPage,
  teamPage,
  loadPage,
];
export const pluginPanels: readonly PagePanel[] = [drawCheckPanel, thresholdsPanel, alertLogPanel];
export const editorParts: readonly EditorPart[] = [...firstParts, ...prizeParts, ...lastParts];
export const campaignSections: readonly CampaignSection[] = [
  editSection,
  corrections,
  previewSection,
];
/** One at most. */
export const photoTools: readonly PhotoTool[] = [photoTool];
/** The same. */
export const companySignIns: readonly CompanySignIn[] = [company];
/** The same. */
export const campaignHomes: readonly CampaignHome[] = [campaignHome];
