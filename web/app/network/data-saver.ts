import * as z from 'zod/mini';

/** Chromium's Network Information API; other engines lack it. */
const connectionSchema = z.object({
  connection: z.object({
    saveData: z.optional(z.boolean()),
    effectiveType: z.optional(z.string()),
  }),
});

/** Whether data saver is on, or the network is as slow as 2G. */
export function savesData(navigator: object): boolean {
  const connection = 'connection' in navigator ? navigator.connection : undefined;
  const { data } = connectionSchema.safeParse({ connection });
  if (data === undefined) return false;
  const { saveData = false, effectiveType = '' } = data.connection;
  return saveData || effectiveType.endsWith('2g');
}
