/** What brings back a lost database, and each voucher to its owner. */
export const backup = {
  name: 'backup',
  owned: { reconcile_vouchers: ['inaam_operator'] },
  auditWords: { 'vouchers reconcile': 'Compared the vouchers with the issuer' },
  commands: {
    'Back up': {
      backup: {
        summary: 'back up the database, and check what was written',
        load: async () => (await import('./backup.command.ts')).addBackup,
      },
      restore: {
        summary: 'restore a backup into an empty place',
        load: async () => (await import('./restore.command.ts')).addRestore,
      },
    },
    'Set up and launch': {
      'take-over': {
        summary: 'run on this copy of a database from now on',
        before: 'doctor',
        load: async () => (await import('./restore.command.ts')).addTakeOver,
      },
    },
    Vouchers: {
      'vouchers reconcile': {
        summary: 'after a restore, compare with what the provider sent',
        load: async () => (await import('./vouchers-reconcile.command.ts')).addVouchersReconcile,
      },
    },
  },
} as const;
