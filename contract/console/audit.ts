import * as z from 'zod/mini';

export const reasonLength = { min: 3, max: 200 } as const;

/** The reason that somebody gives, kept in the audit log. */
export const reason = z
  .string()
  .check(z.trim(), z.minLength(reasonLength.min), z.maxLength(reasonLength.max));

const readers = ['manager', 'auditor'] as const;
/** A day in India by the campaign's clock, `YYYY-MM-DD`. */
const day = z.iso.date();
const name = z.string().check(z.maxLength(100));

export const audit = {
  readAudits: {
    path: 'audit',
    may: readers,
    fields: z.object({
      by: z.nullable(name),
      command: z.nullable(name),
      /** Both days are included. */
      from: z.nullable(day),
      until: z.nullable(day),
      /** Only rows with a smaller number; null: from the newest row on. */
      before: z.nullable(z.int()),
      max: z.int().check(z.minimum(1), z.maximum(1000)),
    }),
    answer: z.object({
      /** Newest first. */
      rows: z.array(
        z.object({
          number: z.int(),
          /** By the campaign's clock, ms. */
          at: z.int(),
          by: z.string(),
          command: z.string(),
          /** The command and what it concerned, in words. */
          what: z.string(),
          details: z.string(),
          reason: z.string(),
        }),
      ),
      hasMore: z.boolean(),
    }),
  },
  readAuditChoices: {
    path: 'audit/choices',
    may: readers,
    fields: z.object({}),
    answer: z.object({
      people: z.array(z.string()),
      commands: z.array(z.object({ command: z.string(), what: z.string() })),
    }),
  },
} as const;
