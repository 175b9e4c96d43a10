import * as z from 'zod';

const approver = z.object({ key: z.string(), name: z.string() });

/** What an amendment's entry records about the two people who signed it. */
const approval = z.object({
  approvers: z.array(approver).nullable(),
  command: z.string(),
  expires: z.string(),
  id: z.string(),
  reasonSha256: z.string(),
  signatures: z.array(z.object({ by: z.string(), signature: z.string() })),
});

/** An `amended` entry of the ledger; everything else in it is ignored. */
const amendmentSchema = z.object({
  approval: approval.optional(),
  at: z.string(),
  blocks: z.int().min(0),
  campaign: z.string(),
  fixed: z.array(z.int()),
  number: z.int(),
  reserve: z.int(),
  to: z.string(),
});

type AmendedEntry = z.infer<typeof amendmentSchema>;

/** Undefined if it is not one. Entries can be written without amendDraw. */
export function amendmentOf(content: string): AmendedEntry | undefined {
  try {
    return amendmentSchema.safeParse(JSON.parse(content)).data;
  } catch {
    return undefined;
  }
}
