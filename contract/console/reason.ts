import * as z from 'zod/mini';

export const reasonLength = { min: 3, max: 200 } as const;

/** The reason that somebody gives, kept in the audit log. */
export const reason = z
  .string()
  .check(z.trim(), z.minLength(reasonLength.min), z.maxLength(reasonLength.max));
