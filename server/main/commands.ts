// The table of commands, in the order of the help. It loads none of them.
//
// To add one: write its name, what it does in one line and how it is loaded under the heading that
// fits. Its file exports `addInit(parent, session)`, which calls `addCommand`. A word that several
// commands begin with is described in `groups`. A program, which has a file of its own, is also
// named in runtime/programs.mjs.
import { plugins } from '@inaam/plugins/plugins.ts';
import type { Entries } from '../operator/command-context.ts';
import type { CallName } from './console-calls.command.ts';

const call = (name: CallName, summary: string) => ({
  summary,
  load: async () => (await import('./console-calls.command.ts')).addCallOf(name),
});

/** Of the words that several commands begin with. */
export const groups: Readonly<Record<string, string>> = {
  campaign:
    'Check a campaign folder, write a new one or the draft of the console; pause and resume a campaign, add to its budget, and move its last day.',
  console: 'Who may sign in to the console.',
  draw: 'Make a part of the secret, commit to the draw before the start, reveal its secret after the end.',
  keys: 'The secrets of the programs.',
  ledger: 'The ledger of verifications and rewards.',
  number: 'One mobile number, and what is stored.',
  packs: 'The codes on packs, by batch.',
  sms: 'Whether real SMS can be sent, before the launch.',
  vouchers: 'The stock of voucher codes.',
  ...Object.fromEntries(plugins.flatMap((plugin) => Object.entries(plugin.groups))),
};

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

export const commands: Readonly<Record<string, Entries>> = {
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
  Watch: {
    overview: call('readOverview', 'say whether all is well, with the figures of a day'),
    export: {
      summary: 'export visits, verifications, rewards and more as CSV',
      load: async () => (await import('../figures/export.command.ts')).addExport,
    },
    audit: call('readAudits', 'show the audit log, newest first'),
  },
  'Help a shopper': {
    'number erase': {
      summary: "erase a person's data permanently, and end the consent",
      load: async () => (await import('../participants/number.command.ts')).addNumberErase,
    },
    'number pseudonym': {
      summary: 'show for an auditor what the ledger has of a number',
      load: async () => (await import('../participants/number.command.ts')).addNumberPseudonym,
    },
  },
  Vouchers: {
    'vouchers load': {
      summary: 'load a CSV file of codes, all of them or none',
      load: async () => (await import('../vouchers/vouchers-load.command.ts')).addVouchersLoad,
    },
    'vouchers reconcile': {
      summary: 'after a restore, compare with what the provider sent',
      load: async () =>
        (await import('../vouchers/vouchers-reconcile.command.ts')).addVouchersReconcile,
    },
  },
  'Codes on packs': {
    'packs make': {
      summary: 'make the codes of a batch, for the printer',
      load: async () => (await import('../packs/packs-make.command.ts')).addPacksMake,
    },
    'packs load': {
      summary: 'load a file of codes that somebody else prints',
      load: async () => (await import('../packs/packs-load.command.ts')).addPacksLoad,
    },
  },
  'The draw': {
    'draw part': {
      summary: "make one of the two parts of the draw's secret",
      load: async () => (await import('../draw/draw-part.command.ts')).addDrawPart,
    },
    'draw commit': {
      summary: 'commit to secret, deck and rules, before the start',
      load: async () => (await import('../draw/draw-commit.command.ts')).addDrawCommit,
    },
    'draw reveal': {
      summary: 'publish the secret, after the end',
      load: async () => (await import('../draw/draw-reveal.command.ts')).addDrawReveal,
    },
    'ledger export': {
      summary: 'export the ledger, which has no personal data',
      load: async () =>
        (await import('../draw/published/ledger-export.command.ts')).addLedgerExport,
    },
    'ledger set-aside': {
      summary: 'pass over wrong entries at which the draw has stopped',
      load: async () => (await import('../draw/ledger-set-aside.command.ts')).addLedgerSetAside,
    },
    'ledger verify': {
      summary: 'recompute chain, draw and outcomes independently',
      load: async () =>
        (await import('../draw/published/ledger-verify.command.ts')).addLedgerVerify,
    },
  },
  Campaign: {
    'campaign new': {
      summary: 'write the folder of a new campaign, ready to start',
      load: async () => (await import('./installation/campaign-new.command.ts')).addCampaignNew,
    },
    'campaign check': {
      summary: 'check a campaign folder and show what it promises',
      load: async () => (await import('./installation/campaign-check.command.ts')).addCampaignCheck,
    },
    'campaign draft': {
      summary: 'write the draft of the console into a folder',
      load: async () =>
        (await import('../console/draft/campaign-draft.command.ts')).addCampaignDraft,
    },
    'campaign pause': call(
      'pauseCampaign',
      'grant nothing and send no new code until it is resumed',
    ),
    'campaign resume': call('resumeCampaign', 'let a paused campaign go on'),
    'campaign supplement': {
      summary: 'add to the budget: deck, reserve, fixed rewards',
      load: async () =>
        (await import('../draw/amendments/campaign-amendment.command.ts')).addCampaignSupplement,
    },
    'campaign extend': {
      summary: 'move the last day to a later one',
      load: async () =>
        (await import('../draw/amendments/campaign-amendment.command.ts')).addCampaignExtend,
    },
    'campaign end': {
      summary: 'end the campaign sooner, with notice',
      load: async () =>
        (await import('../draw/amendments/campaign-amendment.command.ts')).addCampaignEnd,
    },
  },
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
  ...Object.fromEntries(plugins.flatMap((plugin) => Object.entries(plugin.commands))),
};

export const entries = Object.values(commands).flatMap((listed) =>
  Object.entries(listed).map(([name, entry]) => ({ name, ...entry })),
);
