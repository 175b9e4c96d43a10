export const severalCampaigns = { name: 'several-campaigns' };
