import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';

let loading: Promise<ServerCampaign> | undefined;

/** Read once per worker: nothing changes it, and reading it takes as long as many a test. */
export function biscuitCampaign(): Promise<ServerCampaign> {
  loading ??= loadCampaign('biscuit-2025');
  return loading;
}
