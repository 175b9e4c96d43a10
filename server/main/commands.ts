// The table of commands, in the order of the help. It loads none of them.
//
// To add one: write its name, what it does in one line and how it is loaded under the heading that
// fits, here or in installation-commands.ts. Its file exports `addInit(parent, session)`, which
// calls `addCommand`. A word that several commands begin with is described in `groups`.
import type { Entries } from '../operator/command-context.ts';
import type { CallName } from './console-calls.command.ts';
import { keeping, running } from './installation-commands.ts';

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
  webhooks: 'The events for a receiver of yours.',
};

export const commands: Readonly<Record<string, Entries>> = {
  ...running,
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
  ...keeping,
};

export const entries = Object.values(commands).flatMap((listed) =>
  Object.entries(listed).map(([name, entry]) => ({ name, ...entry })),
);
