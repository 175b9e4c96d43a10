import * as z from 'zod/mini';

export const whyLength = { min: 3, max: 200 } as const;

/** The reason that somebody gives, kept in the audit log. */
export const why = z
  .string()
  .check(z.trim(), z.minLength(whyLength.min), z.maxLength(whyLength.max));
