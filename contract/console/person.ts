import * as z from 'zod/mini';
import { reason } from './audit.ts';

const helpers = ['support', 'manager'] as const;
/** The keyed index of the number, hex: the browser identifies a person by it. */
const id = z.string().check(z.regex(/^[\da-f]{64}$/));
const chosen = z.object({ person: id, reason });
const done = z.object({ isChanged: z.boolean(), message: z.string() });

/** `waiting`: for a code of the stock, or its turn. `won`: but no voucher is known. */
const personState = z.enum([
  'notRegistered',
  'codeRequested',
  'verified',
  'won',
  'waiting',
  'sending',
  'sent',
  'delivered',
  'failed',
  'held',
  'refused',
  'settled',
]);
export type PersonState = z.infer<typeof personState>;

/** `staff`: what colleagues did, besides looking up. */
const eventKind = z.enum([
  'visit',
  'otp',
  'number',
  'reward',
  'voucher',
  'delivered',
  'failed',
  'staff',
  'lookUp',
]);

export const person = {
  findPerson: {
    path: 'person/find',
    may: [...helpers, 'auditor'],
    fields: z.object({
      /**
       * `voucher`: at least the last six characters of its code; for older stock the whole code.
       */
      by: z.enum(['number', 'pseudonym', 'voucher']),
      text: z.string().check(z.minLength(4), z.maxLength(64)),
      /** With a pseudonym: its bonus is meant. */
      isBonus: z.optional(z.boolean()),
      reason,
    }),
    answer: z.object({
      person: id,
      /** For example "+91 •••••• 3210": never the whole number. */
      shownNumber: z.string(),
      state: personState,
      summary: z.string(),
      /** Sentences to read aloud to the owner of the number. */
      tellCaller: z.array(z.string()),
      isBlocked: z.boolean(),
      /**
       * The number's limits are used up: its owner needs the codes of two or three SMS to get in.
       */
      isLocked: z.boolean(),
      /** Whether unlocking is what helps now. */
      shouldUnlock: z.boolean(),
      isErased: z.boolean(),
      /**
       * Oldest first. The state and the sentences are about the chosen one: what was looked up, or
       * the newest.
       */
      participations: z.array(
        z.object({
          pseudonym: z.string(),
          at: z.int(),
          isBonus: z.boolean(),
          isChosen: z.boolean(),
          amount: z.nullable(z.int()),
          state: personState,
        }),
      ),
      reward: z.nullable(z.object({ amount: z.int(), at: z.int(), pseudonym: z.string() })),
      voucher: z.nullable(
        z.object({
          message: z.string(),
          state: z.string(),
          reason: z.nullable(z.string()),
          /** How often the message was sent to a provider. */
          sends: z.int(),
          canResend: z.boolean(),
          /** Whether that is what helps now. */
          shouldResend: z.boolean(),
          whyNot: z.nullable(z.string()),
        }),
      ),
      /** Oldest first, by the campaign's clock, ms; the same for the reward. */
      events: z.array(
        z.object({
          at: z.int(),
          kind: eventKind,
          what: z.string(),
          /** A colleague. */
          by: z.nullable(z.string()),
          device: z.nullable(z.string()),
        }),
      ),
    }),
  },
  resendVoucher: {
    path: 'person/resend',
    may: helpers,
    fields: z.object({ person: id, message: z.string(), reason }),
    answer: done,
  },
  unlockNumber: { path: 'person/unlock', may: helpers, fields: chosen, answer: done },
  blockNumber: { path: 'person/block', may: ['manager'], fields: chosen, answer: done },
  unblockNumber: { path: 'person/unblock', may: ['manager'], fields: chosen, answer: done },
  eraseNumber: { path: 'person/erase', may: ['manager'], fields: chosen, answer: done },
  exportNumber: {
    path: 'person/export',
    may: ['manager'],
    fields: chosen,
    /** `json` is all that is stored about the person. */
    answer: z.object({ fileName: z.string(), json: z.string() }),
  },
} as const;

export type PersonAnswer = z.infer<(typeof person)['findPerson']['answer']>;
