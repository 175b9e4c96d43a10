import type { CampaignHome } from '@inaam/console/app/console-context.ts';
import { CampaignSwitch } from './campaign-switch.tsx';

export const campaignHome: CampaignHome = {
  load: async () => (await import('./campaigns-page.tsx')).CampaignsPage,
  Switch: CampaignSwitch,
};
