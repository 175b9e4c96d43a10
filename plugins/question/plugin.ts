import type { Plugin } from '../plugin.ts';
import { dayOf, isoTime } from '@inaam/server/platform/format.ts';

export const question = {
  name: 'question',
  rights: {
    question: {
      inaam_serve: 'select, insert, update (answer, is_right, answered_at)',
      inaam_deliver: 'select',
      inaam_operator: 'select',
      inaam_console: 'select',
      inaam_audit: 'select',
    },
  },
  owned: { close_questions: ['inaam_deliver'] },
  exported: {
    questions: {
      columns: {
        pseudonym: `encode(pseudonym, 'hex')`,
        question: 'question',
        amount: 'amount',
        asked_at: isoTime('asked_at'),
        day: dayOf('asked_at', '$4'),
        answered_at: isoTime('answered_at'),
        is_right: 'is_right::text',
      },
      at: 'asked_at',
      from: 'inaam.question where campaign = $1',
    },
  },
} satisfies Partial<Plugin>;
