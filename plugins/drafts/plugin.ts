export const drafts = {
  name: 'drafts',
  rights: {
    campaign_draft: {
      inaam_operator: 'select',
      inaam_audit: 'select',
      inaam_console:
        'select, insert, update (approved_at, approved_by, approver, approved_content), delete',
    },
  },
  auditWords: {
    'campaign draft': 'Exported the draft of the campaign',
    'console campaign draft approve': 'Approved the draft of the campaign',
    'console campaign draft discard': 'Discarded the draft of the campaign',
    'console campaign draft save': 'Saved a draft of the campaign',
  },
  groups: {
    campaign:
      'Check a campaign folder, write a new one or the draft of the console; pause and resume a campaign, add to its budget, and move its last day.',
  },
  commands: {
    Campaign: {
      'campaign draft': {
        summary: 'write the draft of the console into a folder',
        load: async () => (await import('./server/campaign-draft.command.ts')).addCampaignDraft,
      },
    },
  },
};
