/** Further campaigns in one installation: what each has of its own, and its end. */
export const several = {
  name: 'several',
  auditWords: { 'campaign retire': 'Retired the campaign' },
  commands: {
    'Set up and launch': {
      'campaign add': {
        summary: 'add a further campaign to this installation',
        before: 'settings',
        load: async () => (await import('./campaign-add.command.ts')).addCampaignAdd,
      },
    },
    Campaign: {
      'campaign retire': {
        summary: 'stop a further campaign that is over; its rows and secrets stay',
        load: async () => (await import('./campaign-retire.command.ts')).addCampaignRetire,
      },
    },
  },
};
