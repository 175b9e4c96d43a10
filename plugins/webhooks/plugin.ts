export const webhooks = {
  name: 'webhooks',
  // While events are recorded, triggers write them on behalf of the role that writes a fact. No
  // program decides that for others.
  rights: {
    webhook: {
      inaam_serve: 'select',
      inaam_deliver: 'select',
      inaam_operator: 'select, insert, delete',
    },
    webhook_event: {
      inaam_serve: 'insert',
      inaam_deliver: 'select, insert, update, delete',
      inaam_operator:
        'select (campaign, at, queued_at, failed_at, number, reason), insert, update (failed_at, queued_at, due_at, tries)',
    },
  },
  retention: { webhookEvents: { tables: ['webhook_event'], days: 30, age: 'queued_at' } },
  auditWords: {
    'webhooks on': 'Began to record events',
    'webhooks off': 'Stopped recording events',
    'webhooks retry': 'Sent failed events again',
    'webhooks try': 'Sent a trial event',
  },
  groups: { webhooks: 'The events for a receiver of yours.' },
  commands: {
    'Events for your systems': {
      'webhooks on': {
        summary: 'record events from now on',
        load: async () => (await import('./webhooks.command.ts')).addWebhooksOn,
      },
      'webhooks off': {
        summary: 'record no more events',
        load: async () => (await import('./webhooks.command.ts')).addWebhooksOff,
      },
      'webhooks list': {
        summary: 'show since when, and how many events wait or have failed',
        load: async () => (await import('./webhooks.command.ts')).addWebhooksList,
      },
      'webhooks retry': {
        summary: 'send undelivered events again, now',
        load: async () => (await import('./webhooks.command.ts')).addWebhooksRetry,
      },
      'webhooks try': {
        summary: 'send one test event, and show the answer',
        load: async () => (await import('./webhooks.command.ts')).addWebhooksTry,
      },
    },
  },
};
