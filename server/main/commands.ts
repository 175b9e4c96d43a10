// The table of commands, in the order of the help. It loads none of them.
//
// To add one: write its name, what it does in one line and how it is loaded under the heading that
// fits. Its file exports `commandOf({ … })`. A word that several commands begin with is in
// `groups`. A program, which has a separate file, is also named in runtime/programs.mjs.
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
    'Check a campaign folder or write a new one; pause and resume a campaign, and change it.',
  console: 'Who may sign in to the console.',
  draw: 'Make a part of the secret, commit to the draw before the start, reveal its secret after the end.',
  keys: 'The secrets of the programs.',
  ledger: 'The ledger of verifications and rewards.',
  number: 'One mobile number, and what is stored.',
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
    summary: 'draw the cards; the only program with the secret',
    detail: `Alone, \`draw\` starts the program that knows which card belongs to which draw number. It runs once per campaign, on a separate machine if the site's administrators must not know the draw. ${stops}`,
  },
  console: {
    summary: "serve the operators' console, on the internal network",
    detail: `Alone, \`console\` starts the operators' console at CONSOLE_ORIGIN. Keep it on the internal network. ${stops}`,
  },
  migrate: {
    summary: 'bring the database to this version, and exit',
    detail:
      'Applies what is missing to the PostgreSQL of DATABASE_URL, as its owner. Run it before the programs of a new version start; the previous version keeps running. Run again, it changes nothing. The exit code is 1 if it failed.',
  },
};

const core: Readonly<Record<string, Entries>> = {
  'Run the programs': programs,
  'Set up and launch': {
    settings: {
      summary: "show each program's settings, and what is missing",
      load: async () => (await import('./setup/settings.command.ts')).addSettings,
    },
    launch: {
      summary: 'go through the steps to a live campaign',
      load: async () => (await import('./setup/launch.command.ts')).addLaunch,
    },
    doctor: {
      summary: 'check all that a campaign needs, with remedies',
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
  },
  'The draw': {
    'draw part': {
      summary: "make one of the two parts of the draw's secret",
      load: async () => (await import('../draw/draw-part.command.ts')).addDrawPart,
    },
    'draw commit': {
      summary: 'commit to secret, deck and rules, before the start',
      load: async () => (await import('../draw/draw.command.ts')).addDrawCommit,
    },
    'draw reveal': {
      summary: 'publish the secret, after the end',
      load: async () => (await import('../draw/draw.command.ts')).addDrawReveal,
    },
    'ledger export': {
      summary: 'export the ledger, which has no personal data',
      load: async () => (await import('../draw/published/ledger.command.ts')).addLedgerExport,
    },
    'ledger set-aside': {
      summary: 'skip wrong entries at which the draw has stopped',
      load: async () => (await import('../draw/published/ledger.command.ts')).addLedgerSetAside,
    },
    'ledger verify': {
      summary: 'recompute chain, draw and outcomes independently',
      load: async () => (await import('../draw/published/ledger.command.ts')).addLedgerVerify,
    },
  },
  Campaign: {
    'campaign check': {
      summary: 'check a campaign folder and show what it promises',
      load: async () => (await import('./setup/campaign-check.command.ts')).addCampaignCheck,
    },
    'campaign pause': call(
      'pauseCampaign',
      'grant nothing and send no new code until it is resumed',
    ),
    'campaign resume': call('resumeCampaign', 'resume a paused campaign'),
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
      load: async () => (await import('./setup/keys.command.ts')).addKeysPublic,
    },
    'keys replace': {
      summary: 'let `serve` start with a new secret of its own',
      load: async () => (await import('./setup/keys.command.ts')).addKeysReplace,
    },
    'keys reseal': {
      summary: 'encrypt everything with the newest keys',
      load: async () => (await import('./setup/keys.command.ts')).addKeysReseal,
    },
  },
};

const headings = [core, ...plugins.map((plugin) => plugin.commands)].flatMap(
  Object.entries<Entries>,
);

/** A plugin may add to one of the core. */
function entriesUnder(heading: string): Entries {
  const found: (readonly [string, Entries[string]])[] = [];
  const own = headings.filter(([one]) => one === heading);
  for (const [name, entry] of own.flatMap(([, listed]) => Object.entries(listed))) {
    const at = found.findIndex(([other]) => other === entry.before);
    found.splice(at === -1 ? found.length : at, 0, [name, entry]);
  }
  return Object.fromEntries(found);
}

/** By heading. */
export const commands: Readonly<Record<string, Entries>> = Object.fromEntries(
  headings.map(([heading]) => [heading, entriesUnder(heading)]),
);

export const entries = Object.values(commands).flatMap((listed) =>
  Object.entries(listed).map(([name, entry]) => ({ name, ...entry })),
);
