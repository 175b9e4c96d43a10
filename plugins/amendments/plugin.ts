/** What changes a draw that was committed to: its budget, and its last day. */
export const amendments = {
  name: 'amendments',
  auditWords: {
    'campaign end': 'Ended the campaign earlier',
    'campaign extend': 'Moved the last day',
    'campaign supplement': 'Added rewards',
  },
  commands: {
    Campaign: {
      'campaign supplement': {
        summary: 'add to the budget: deck, reserve, fixed rewards',
        load: async () => (await import('./campaign-amendment.command.ts')).addCampaignSupplement,
      },
      'campaign extend': {
        summary: 'move the last day to a later one',
        load: async () => (await import('./campaign-amendment.command.ts')).addCampaignExtend,
      },
      'campaign end': {
        summary: 'end the campaign sooner, with notice',
        load: async () => (await import('./campaign-amendment.command.ts')).addCampaignEnd,
      },
    },
  },
};
