// The part of the table for those who run the programs. How to add a command: commands.ts.
// A program, which has a file of its own, is also named in runtime/programs.mjs.
import type { Entries } from '../operator/command-context.ts';

/** Beside what its entry says. */
const stops =
  'On SIGTERM or Ctrl-C it finishes its work and exits with 0; a second one ends it at once.';

const programs: Entries = {
  serve: {
    summary: 'serve the site and answer its calls',
    detail: `Serves the site and answers the shoppers' calls on HOST and PORT. Any number can run behind one address. /live, /ready and /metrics are on METRICS_PORT. ${stops}`,
  },
  deliver: {
    summary: 'send codes, vouchers and events that are due',
    detail: `Sends codes, vouchers and events that are due, and deletes what has expired. Any number can run. /live, /ready and /metrics are on METRICS_PORT. ${stops}`,
  },
  draw: {
    summary: 'draw; the only program that has the secret',
    detail: `Alone, \`draw\` starts the program that knows which card belongs to which draw number. It runs once per campaign, on a machine of its own if the site's administrators must not know the draw. ${stops}`,
  },
  console: {
    summary: "serve the operators' console, in the inner network",
    detail: `Alone, \`console\` starts the operators' console at CONSOLE_ORIGIN. Put it into the inner network. ${stops}`,
  },
  migrate: {
    summary: 'bring the database to this version, and end',
    detail:
      'Applies what is missing to the PostgreSQL of DATABASE_URL, as its owner. Run it before the programs of a new version start; the version before goes on meanwhile. Run again, it changes nothing. The exit code is 1 if it failed.',
  },
};

/** What is needed first. */
export const running: Readonly<Record<string, Entries>> = {
  'Run the programs': programs,
  'Set up and launch': {
    init: {
      summary: 'make an installation: secrets, settings, database, units',
      load: async () => (await import('./installation/init.command.ts')).addInit,
    },
    settings: {
      summary: "show each program's settings, and what is missing",
      load: async () => (await import('./installation/settings.command.ts')).addSettings,
    },
    launch: {
      summary: 'go through the steps to a live campaign',
      load: async () => (await import('./installation/launch.command.ts')).addLaunch,
    },
    up: {
      summary: 'run all programs of the installation on this machine',
      load: async () => (await import('./installation/up.command.ts')).addUp,
    },
    status: {
      summary: 'say which programs run, and whether they are ready',
      load: async () => (await import('./installation/status.command.ts')).addStatus,
    },
    doctor: {
      summary: 'check all that a campaign needs, each with its mend',
      load: async () => (await import('./checks/doctor.command.ts')).addDoctor,
    },
    'sms check': {
      summary: 'say what is missing before real SMS can be sent',
      load: async () => (await import('./checks/sms.command.ts')).addSmsCheck,
    },
    'sms try': {
      summary: 'send one SMS to your own phone, and show the answer',
      load: async () => (await import('./checks/sms.command.ts')).addSmsTry,
    },
  },
};

/** What is needed seldom. */
export const keeping: Readonly<Record<string, Entries>> = {
  'Back up': {
    backup: {
      summary: 'back up the database, and check what was written',
      load: async () => (await import('./installation/backup.command.ts')).addBackup,
    },
    restore: {
      summary: 'restore a backup into an empty place',
      load: async () => (await import('./installation/restore.command.ts')).addRestore,
    },
  },
  Access: {
    'console invite': {
      summary: 'invite a colleague, by a link that is shown once',
      load: async () =>
        (await import('../console/sign-in/console-accounts.command.ts')).addConsoleInvite,
    },
    'console list': {
      summary: 'list the accounts of the console',
      load: async () =>
        (await import('../console/sign-in/console-accounts.command.ts')).addConsoleList,
    },
    'console close': {
      summary: 'close an account, and end its sessions at once',
      load: async () =>
        (await import('../console/sign-in/console-accounts.command.ts')).addConsoleClose,
    },
  },
  Keys: {
    'keys public': {
      summary: 'print the key with which the console seals vouchers',
      load: async () => (await import('./installation/keys.command.ts')).addKeysPublic,
    },
    'keys replace': {
      summary: 'let `serve` start with another of two secrets',
      load: async () => (await import('./installation/keys.command.ts')).addKeysReplace,
    },
    'keys reseal': {
      summary: 'encrypt everything with the newest keys',
      load: async () => (await import('./installation/keys.command.ts')).addKeysReseal,
    },
  },
  'Events for your systems': {
    'webhooks on': {
      summary: 'record events from now on',
      load: async () => (await import('../messages/webhooks/webhooks.command.ts')).addWebhooksOn,
    },
    'webhooks off': {
      summary: 'record no more events',
      load: async () => (await import('../messages/webhooks/webhooks.command.ts')).addWebhooksOff,
    },
    'webhooks list': {
      summary: 'say since when, and how many events wait or failed',
      load: async () => (await import('../messages/webhooks/webhooks.command.ts')).addWebhooksList,
    },
    'webhooks retry': {
      summary: 'send events that were not taken again, now',
      load: async () => (await import('../messages/webhooks/webhooks.command.ts')).addWebhooksRetry,
    },
    'webhooks try': {
      summary: 'send one test event, and show the answer',
      load: async () => (await import('../messages/webhooks/webhooks.command.ts')).addWebhooksTry,
    },
  },
};
