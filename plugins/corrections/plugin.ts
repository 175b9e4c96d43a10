import { dayOf, isoTime } from '@inaam/server/platform/format.ts';
import type { Plugin } from '../plugin.ts';

const read = { inaam_operator: 'select', inaam_audit: 'select' };

/** Words, contacts and pictures of a running campaign, corrected by one and approved by another. */
export const corrections = {
  name: 'corrections',
  rights: {
    correction: { ...read, inaam_console: 'select, insert', inaam_serve: 'select' },
    correction_decision: { ...read, inaam_console: 'select, insert', inaam_serve: 'select' },
    published_document: { ...read, inaam_console: 'select', inaam_serve: 'select, insert' },
  },
  exported: {
    documents: {
      columns: {
        from: isoTime('from_at'),
        day: dayOf('from_at', '$4'),
        kind: 'kind',
        language: 'language',
        noticeOrTermsHash: 'sha256',
        text: 'content',
      },
      at: 'from_at',
      from: 'inaam.published_document where campaign = $1',
    },
  },
  auditWords: {
    'campaign corrections': 'Wrote the corrections into the folder of the campaign',
    'console campaign correction propose': 'Asked for a correction of the campaign',
    'console campaign correction approve': 'Approved a correction of the campaign',
    'console campaign correction decline': 'Declined a correction of the campaign',
    'console campaign correction withdraw': 'Withdrew a correction of the campaign',
  },
  commands: {
    Campaign: {
      'campaign corrections': {
        summary: 'list the approved corrections, or write them',
        load: async () =>
          (await import('./server/campaign-corrections.command.ts')).addCampaignCorrections,
      },
    },
  },
} satisfies Partial<Plugin>;
