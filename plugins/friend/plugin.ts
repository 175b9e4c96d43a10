import { dayOf, isoTime } from '@inaam/server/platform/format.ts';
import type { Plugin } from '../plugin.ts';

export const friend = {
  name: 'friend',
  rights: {
    friend_visit: {
      inaam_serve: 'select, insert, update (visits)',
      inaam_deliver: 'select, update (campaign), delete',
      inaam_operator: 'select',
      inaam_console: 'select',
      inaam_audit: 'select',
    },
  },
  exported: {
    friends: {
      columns: { hour: isoTime('hour'), day: dayOf('hour', '$4'), visits: 'visits' },
      at: 'hour',
      from: 'inaam.friend_visit where campaign = $1',
    },
  },
  retention: { friendVisits: { tables: ['friend_visit'], days: 365, age: 'hour' } },
} satisfies Partial<Plugin>;
