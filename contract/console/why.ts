import * as z from 'zod/mini';

export const whyLength = { least: 3, most: 200 } as const;

/** The reason for an action, kept in the audit log. */
export const why = z
  .string()
  .check(z.trim(), z.minLength(whyLength.least), z.maxLength(whyLength.most));
