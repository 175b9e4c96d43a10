// The console's calls as commands: their names and help. Options come from their fields.
import type { AnswerOf, ConsoleCallName } from '@inaam/contract/console/calls.ts';
import type { signIn } from '@inaam/contract/console/sign-in.ts';

/** Of the operator's work: not those by which a browser signs in. */
type WorkingCall = Exclude<ConsoleCallName, keyof typeof signIn>;

export type Offered<Name extends ConsoleCallName = ConsoleCallName> = {
  /** Including its group. */
  name: string;
  summary: string;
  detail?: string;
  /** After the name. */
  examples: readonly string[];
  /** The field that is an argument, not an option. */
  argument?: string;
  /** Of fields that must be given in the call. `today`: by the campaign's clock. */
  defaults?: (today: string) => Readonly<Record<string, unknown>>;
  /** What the call would do: asked first, and confirmed. Its answer has fields of the call. */
  preview?: ConsoleCallName;
  /** The answer is a file for `--out`. */
  isFile?: true;
  /** The exit code is 1. A method, so that the answer of any call can be given to it. */
  isFailed?(answer: AnswerOf<Name>): boolean;
};

const inConsole = 'the review is for people who signed in';
const ofAlerts = 'the console has the mail server and the key of the addresses';
const editing = 'a draft is edited in the console, and a folder with an editor';
const why = '--why "ticket 4711"';
const askedNumber =
  'Asks for the mobile number, or reads it from stdin. Neither number, name nor code is shown.';

/** A string says what does the same on the command line, or why nothing does. */
export const offeredCalls = {
  readDraft: editing,
  readDraftTexts: editing,
  checkDraft: '`campaign check`, for a folder',
  saveDraft: editing,
  approveDraft: editing,
  discardDraft: editing,
  exportDraft: '`campaign draft`',
  readOverview: {
    name: 'overview',
    summary: 'say whether all is well, with the figures of a day',
    examples: ['', '--from 2025-05-06 --until 2025-05-12 --json'],
    defaults: (today) => ({ from: today, until: today }),
    isFailed: ({ verdicts }) => verdicts.some(({ level }) => level === 'act'),
  },
  findPerson: {
    name: 'number show',
    summary: 'say how a number stands, and what happened to it',
    detail: `${askedNumber} With --voucher it asks for the last six characters of the voucher's code, or for all of it.`,
    examples: [why, `${why} --json < number.txt`, `--voucher ${why}`],
  },
  resendVoucher: {
    name: 'number resend',
    summary: "send a number's voucher again: same code",
    detail: `${askedNumber} "number show" and "deliveries failed" list the messages. One-time codes are not sent again: the shopper asks for another one.`,
    argument: 'message',
    examples: [`01990000-0000-7000-8000-000000000000 ${why}`],
  },
  unlockNumber: {
    name: 'number unlock',
    summary: 'let a number that used up its limits get codes again',
    detail:
      'For an owner whose codes somebody else has used up. Each time allows as many guesses again: look who asks. A block stays.',
    examples: ['--why "ticket 4711, the owner called"'],
  },
  blockNumber: {
    name: 'number block',
    summary: 'keep a number out, and end its sessions',
    detail:
      'It can neither register nor claim. Also a number that never came. What was granted already stays, and is still sent.',
    examples: [`${why} --by asha`],
  },
  unblockNumber: {
    name: 'number unblock',
    summary: 'let a blocked number take part again',
    detail: 'The owner scans and verifies the number again.',
    examples: [`${why} --by asha`],
  },
  eraseNumber: '`number erase`, which can forfeit a voucher too',
  exportNumber: {
    name: 'number export',
    summary: 'write all that is stored about a person',
    detail:
      'As JSON, to stdout, or to a new file that only you can read. It has the name and the number in it: hand it to their owner alone. A voucher code went out by SMS and is not in it.',
    isFile: true,
    examples: ['--out request-12.json --why "access request 12"'],
  },
  readDraw: {
    name: 'draw show',
    summary: "show the commitment, the ledger's head and each pool",
    examples: ['', '--json'],
  },
  allowDrawFiles: '`ledger export`',
  readAudits: {
    name: 'audit',
    summary: 'show the audit log, newest first',
    examples: ['', '--max 5 --json', '--command "number show" --from 2025-05-06'],
    defaults: () => ({ max: 50 }),
  },
  readAuditChoices: 'for the filters of the page',
  readStock:
    '`vouchers stock` and `vouchers batches`, which count each code: no `deliver` has to run',
  countWithdrawal: '`vouchers withdraw --dry-run`',
  withdrawBatch: '`vouchers withdraw`',
  settleVoucher: '`deliveries settle`',
  readDeliveries: {
    name: 'deliveries late',
    summary: 'count the vouchers that are late, and why',
    detail:
      'Vouchers that winners should have by now: owed, or failed and neither sent again nor settled. With one that is too late the exit code is 1. What is held waits for somebody to release or refuse it in the review of the console.',
    examples: ['', '--json'],
    isFailed: ({ debts, days }) => debts.some((debt) => debt.days >= days.error),
  },
  readDebtExamples: {
    name: 'deliveries failed',
    summary: 'list vouchers that are late or failed',
    detail:
      'The late ones oldest first, the failed ones newest first. A message has the id that the log shows as "message". Numbers and codes are not shown.',
    examples: ['', '--failure "DLT template not found" --json'],
  },
  countResend: '`deliveries resend --dry-run`',
  resendByReason: {
    name: 'deliveries resend',
    summary: 'send vouchers again that failed for a reason',
    detail:
      'With the same codes, to the same numbers: all that failed with exactly this reason, or that have "no receipt", oldest first. Each is an SMS that costs. One voucher is sent again by "number resend".',
    preview: 'countResend',
    examples: [
      '--failure "DLT template not found" --dry-run',
      '--failure "DLT template not found" --count 500 --why "template is registered now"',
    ],
  },
  // Of these the console's words are about the console.
  readCampaign: '`overview` and `launch`',
  readSms: '`sms check` and `campaign check`',
  pauseCampaign: {
    name: 'campaign pause',
    summary: 'grant nothing and send no new code until it is resumed',
    detail:
      'The site shows a calm page. A code that was sent can still be entered, what was promised is kept, and vouchers that are owed are sent. Takes effect at once for rewards, within two seconds for the page. The last day stays the same.',
    examples: ['--why "the issuer\'s system is down" --by asha'],
  },
  resumeCampaign: {
    name: 'campaign resume',
    summary: 'let a paused campaign go on',
    detail: 'Takes effect within two seconds.',
    examples: ['--why "the issuer\'s system is up again" --by asha'],
  },
  readPacks: {
    name: 'packs list',
    summary: 'list the batches of packs, and what became of their codes',
    detail:
      'Newest first: how many visitors came from each, how many of its codes were used, and how often somebody tried a used one again.',
    examples: ['', '--json'],
  },
  openPacks: {
    name: 'packs open',
    summary: 'accept the codes of a batch from now on',
    argument: 'label',
    examples: [`JUN-KOCHI ${why}`],
  },
  closePacks: {
    name: 'packs close',
    summary: 'accept no more codes of a batch',
    detail: 'People who have used a code keep their rewards. The batch can be opened again.',
    argument: 'label',
    examples: [`JUN-KOCHI ${why}`],
  },
  recallPacks: {
    name: 'packs recall',
    summary: 'recall a batch, such as when its codes got out',
    detail: 'People who have used a code keep their rewards. The batch cannot be opened again.',
    argument: 'label',
    examples: ['JUN-KOCHI --why "the printer\'s file was copied"'],
  },
  readReview: {
    name: 'review',
    summary: 'count the vouchers held for review, and show its rules',
    examples: ['', '--json'],
  },
  // The review is decided by people who signed in, and the operator's role does not read who they
  // look at.
  readClusters: inConsole,
  readCluster: inConsole,
  changeRule: inConsole,
  decideVouchers: inConsole,
  readAlerts: ofAlerts,
  saveRecipient: ofAlerts,
  removeRecipient: ofAlerts,
  testRecipient: ofAlerts,
} satisfies { readonly [Name in WorkingCall]: Offered<Name> | string };

type Offers = typeof offeredCalls;
/** The calls that are commands. */
export type OfferedName = {
  [Name in keyof Offers]: Offers[Name] extends string ? never : Name;
}[keyof Offers];
