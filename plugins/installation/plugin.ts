/** What makes an installation on a machine, runs its programs there, and says how they are. */
export const installation = {
  name: 'installation',
  commands: {
    'Set up and launch': {
      init: {
        summary: 'make an installation: secrets, settings, database, units',
        before: 'settings',
        load: async () => (await import('./init.command.ts')).addInit,
      },
      up: {
        summary: 'run all programs of the installation on this machine',
        before: 'doctor',
        load: async () => (await import('./up.command.ts')).addUp,
      },
      status: {
        summary: 'say which programs run, and whether they are ready',
        before: 'doctor',
        load: async () => (await import('./status.command.ts')).addStatus,
      },
    },
  },
};
