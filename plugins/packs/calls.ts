import * as z from 'zod/mini';
import { catch as ifInvalid } from 'zod/mini';

/** The code of the pack, as scanned or typed. */
export const packFields = { pack: z.optional(z.string().check(z.maxLength(500))) };

const arrival = z.object({
  /** Of the number that this device has verified last: how often it may take part again. */
  left: z.optional(z.object({ today: z.int(), inAll: z.int() })),
  /** What a registration with the link's code would be answered. */
  refused: z.optional(z.object({ messageId: z.string(), message: z.string() })),
});
export type Arrival = z.infer<typeof arrival>;

export const packSessionAnswer = { pack: ifInvalid(z.optional(arrival), undefined) };

/** It leads to a reward that was waiting: the registered pack's code is not used. */
export const packVerificationAnswer = { isPackUnused: z.optional(z.boolean()) };
