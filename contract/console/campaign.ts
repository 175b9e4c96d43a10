import * as z from 'zod/mini';
import { why } from './why.ts';
import { consoleRoles } from './roles.ts';

const every = consoleRoles;
const managers = ['manager'] as const;
const nothing = z.object({});
const count = z.int();
/** Campaign's time, ms. */
const time = z.int();
/** Campaign's calendar, India: YYYY-MM-DD. */
const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));
const added = z.int().check(z.minimum(0), z.maximum(999_999_999));

/** A line of `doctor`. */
const finding = z.object({
  check: z.string(),
  /** `skipped`: it was not looked at, and `found` says what does. */
  state: z.enum(['ok', 'warning', 'fault', 'skipped']),
  found: z.string(),
  /** Null where `found` says it. */
  mend: z.nullable(z.string()),
});

/** By a process of the console, for everybody who asks it. */
const checklist = z.object({ at: time, by: z.string(), findings: z.array(finding) });

const approver = z.object({ name: z.string(), key: z.string() });

const proposal = z.object({
  number: count,
  at: time,
  /** `forged`: not signed as it says, so that nothing else of it is shown. */
  state: z.enum(['open', 'void', 'executed', 'refused', 'forged']),
  command: z.nullable(z.string()),
  by: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  /** What it does, read from what was signed. */
  what: z.nullable(z.string()),
  /** The last minute in which it can be confirmed. */
  expires: z.nullable(time),
  endedBy: z.nullable(z.string()),
  /** Why it cannot be confirmed. */
  problem: z.nullable(z.string()),
});

/** Typed by who is sure: the console of another campaign looks the same. */
const pausing = z.object({ campaign: z.string().check(z.maxLength(100)), why });
const paused = z.object({ isChanged: z.boolean(), message: z.string() });

const smsTemplate = z.object({
  name: z.string(),
  entityId: z.string(),
  headerId: z.string(),
  templateId: z.string(),
  category: z.string(),
  /** As it is registered with the operators. */
  registered: z.string(),
  /** With sample values; null if the template does not take them, which `findings` explain. */
  sample: z.nullable(z.string()),
  encoding: z.string(),
  length: count,
  /** Of one segment. */
  lengthMost: count,
  segments: count,
});

export const campaign = {
  readCampaign: {
    path: 'campaign',
    may: every,
    fields: nothing,
    answer: z.object({
      id: z.string(),
      at: time,
      phase: z.enum(['notStarted', 'open', 'ended']),
      /** In words: can it start, does it run, is it paused or over. Worst first, at least one. */
      verdicts: z.array(
        z.object({ level: z.enum(['well', 'look', 'act']), text: z.string(), todo: z.string() }),
      ),
      programme: z.object({ from: day, to: day }),
      /** In force. */
      lastDay: day,
      isCommitted: z.boolean(),
      pausedSince: z.nullable(time),
      /** The last one; null if there was none since the process began. */
      checklist: z.nullable(checklist),
      isChecking: z.boolean(),
      languages: z.array(z.string()),
      rewards: z.array(count),
      fixedRewards: z.array(count),
      /** That can be added to. */
      fixedStates: z.array(z.string()),
      hasReserve: z.boolean(),
      /** Null: the campaign does not ask for two people. */
      approvers: z.nullable(z.array(approver)),
      /** Newest first. */
      proposals: z.array(proposal),
      /** In the order of the ledger. */
      amendments: z.array(
        z.object({
          entry: count,
          at: time,
          /** Null: one person with both parts made it. */
          command: z.nullable(z.string()),
          what: z.string(),
          signedBy: z.array(z.string()),
        }),
      ),
      /** Why approvers, proposals and amendments are not shown. */
      problem: z.nullable(z.string()),
      /** Where the draw is explained, with the site's origin if that is known. */
      fairDraw: z.string(),
    }),
  },
  /** Starts it, unless one is under way; `readCampaign` has the result. */
  checkCampaign: {
    path: 'campaign/check',
    may: ['manager', 'auditor'],
    fields: nothing,
    answer: z.object({ isStarted: z.boolean() }),
  },
  readSms: {
    path: 'campaign/sms',
    may: every,
    fields: nothing,
    answer: z.object({
      language: z.string(),
      templates: z.array(smsTemplate),
      /** As `sms check`. */
      findings: z.array(finding),
    }),
  },
  pauseCampaign: { path: 'campaign/pause', may: managers, fields: pausing, answer: paused },
  resumeCampaign: { path: 'campaign/resume', may: managers, fields: pausing, answer: paused },
  /** Changes nothing: what an amendment would do, and the command that makes it. */
  prepareAmendment: {
    path: 'campaign/prepare',
    may: managers,
    fields: z.object({
      wish: z.discriminatedUnion('command', [
        z.object({
          command: z.literal('campaign supplement'),
          blocks: added,
          reserve: added,
          fixed: z
            .array(z.object({ state: z.string().check(z.maxLength(100)), rewards: added }))
            .check(z.maxLength(40)),
        }),
        z.object({ command: z.literal('campaign extend'), day }),
        z.object({ command: z.literal('campaign end'), day }),
      ]),
      why,
    }),
    answer: z.object({
      /** What it would do. */
      what: z.string(),
      asksForTwo: z.boolean(),
      dryRun: z.string(),
      command: z.string(),
    }),
  },
  refuseProposal: {
    path: 'campaign/refuse',
    may: managers,
    fields: z.object({ number: count.check(z.minimum(1)), why }),
    answer: z.object({ message: z.string() }),
  },
} as const;
