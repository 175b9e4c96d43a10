const readers = { inaam_audit: 'select', inaam_deliver: 'select' };

export const packs = {
  name: 'packs',
  // Only a use of a code is stored: no program can list those that are unused.
  rights: {
    pack_batch: {
      ...readers,
      inaam_serve: 'select',
      inaam_operator: 'select, insert, update',
      inaam_console: 'select, update (state, reason, changed_at)',
    },
    pack_code: { inaam_serve: 'select', inaam_operator: 'select, insert, delete' },
    pack_use: {
      ...readers,
      inaam_operator: 'select',
      inaam_serve: 'select, insert, update (tries)',
      inaam_console: 'select (campaign, batch, tries)',
    },
    pack_refusal: {
      inaam_operator: 'select',
      inaam_console: 'select',
      inaam_deliver: 'select',
      inaam_serve: 'select, insert, update (unknown, used, not_open)',
    },
  },
  auditWords: {
    'console packs close': 'Closed a batch of packs',
    'console packs open': 'Opened a batch of packs',
    'console packs recall': 'Recalled a batch of packs',
    'packs load': 'Loaded the codes of a batch of packs',
    'packs make': 'Made the codes of a batch of packs',
  },
  groups: { packs: 'The codes on packs, by batch.' },
  commands: {
    'Codes on packs': {
      'packs make': {
        summary: 'make the codes of a batch, for the printer',
        load: async () => (await import('./server/packs-make.command.ts')).addPacksMake,
      },
      'packs load': {
        summary: 'load a file of codes that somebody else prints',
        load: async () => (await import('./server/packs-load.command.ts')).addPacksLoad,
      },
    },
  },
};
