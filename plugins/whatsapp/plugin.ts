import type { Plugin } from '../plugin.ts';

export const whatsapp = {
  name: 'whatsapp',
  rights: {
    whatsapp_opt_in: {
      inaam_serve: 'select, insert, update, delete',
      inaam_deliver: 'select, update (campaign, verified_at, unreachable_at), delete',
      inaam_operator: 'select',
      inaam_console: 'select',
    },
    whatsapp_send: {
      inaam_deliver: 'select, insert, update, delete',
      inaam_operator: 'select (campaign, at)',
    },
    whatsapp_status: {
      inaam_serve: 'insert',
      inaam_deliver: 'select, update (campaign, handled_at), delete',
      inaam_operator: 'select',
      inaam_console: 'select',
    },
  },
  retention: {
    // As consent.
    whatsAppChoices: { tables: ['whatsapp_opt_in'], days: 3 * 365, age: 'at' },
    whatsAppMessages: { tables: ['whatsapp_send'], days: 365, age: 'at' },
    whatsAppStates: { tables: ['whatsapp_status'], days: 365, age: 'at' },
  },
} satisfies Partial<Plugin>;
