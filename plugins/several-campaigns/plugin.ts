/** Campaigns are made, added to an installation, listed in the console and retired. */
export const severalCampaigns = {
  name: 'several-campaigns',
  auditWords: { 'campaign retire': 'Retired the campaign' },
  commands: {
    'Set up and launch': {
      'campaign add': {
        summary: 'add a further campaign to this installation',
        before: 'settings',
        load: async () => (await import('./commands/campaign-add.command.ts')).addCampaignAdd,
      },
    },
    Campaign: {
      'campaign new': {
        summary: 'write the folder of a new campaign, ready to start',
        before: 'campaign check',
        load: async () => (await import('./commands/campaign-new.command.ts')).addCampaignNew,
      },
      'campaign retire': {
        summary: 'stop a further campaign that is over; its rows stay',
        load: async () => (await import('./commands/campaign-retire.command.ts')).addCampaignRetire,
      },
    },
  },
};
