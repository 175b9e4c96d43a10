import type { PageCampaign } from '../locale/page-campaign.ts';

type Facts = Pick<PageCampaign, 'states' | 'fixedRewardStates'>;

/** Unassigned: no network uses this number. */
export function sample({ states, fixedRewardStates }: Facts) {
  const state = states.find((one) => !fixedRewardStates.includes(one)) ?? '';
  return {
    name: 'Asha Rao',
    mobile: '9876543210',
    state,
    city: 'Mysuru',
    token: {
      userKey: 'preview',
      dataKey: 'preview',
      accessToken: 'preview',
    },
  };
}
