// How answers travel: `{"resp": …}`, the object itself or the base64 of its JSON (Protocol: Answers). Knows no
// call and no sentence.
import * as z from 'zod/mini';
import { base64OfText, textOfBase64 } from './base64.ts';

/** What every refusal carries; `message` is a sentence for the participant. */
export const refusalSchema = z.object({
  statusCode: z.int(),
  messageId: z.optional(z.string()),
  message: z.string(),
  /** The server's clock in ms, with a refusal for a stale `t`. */
  serverTime: z.optional(z.int()),
  /** Where the programme stands, with a refusal outside of it. */
  campaign: z.optional(z.enum(['notStarted', 'ended'])),
  /** A proof of work that a later try answers with `proof` (Protocol: Answers). */
  challenge: z.optional(z.unknown()),
});
export type Refusal = z.infer<typeof refusalSchema>;

export type AnswerEncoding = 'object' | 'base64';

/** Wraps what a call answers. */
export function wrapped(resp: object, encoding: AnswerEncoding): { resp: object | string } {
  return { resp: encoding === 'object' ? resp : base64OfText(JSON.stringify(resp)) };
}

const respSchema = z.object({ resp: z.union([z.string(), z.looseObject({})]) });

/**
 * Reads the text of an answer in either encoding and returns the object in it, or `undefined` where it is
 * not one (the caller rejects that as '500', Spec 8).
 */
export function unwrapped(text: string): Record<string, unknown> | undefined {
  try {
    const { resp } = respSchema.parse(JSON.parse(text));
    if (typeof resp !== 'string') return resp;
    const decoded = textOfBase64(resp);
    if (decoded === undefined) return undefined;
    return z.looseObject({}).parse(JSON.parse(decoded));
  } catch {
    return undefined;
  }
}

/** A result counts when its statusCode is 200 to 299 (Spec 7). */
export function isSuccess(statusCode: unknown): boolean {
  return typeof statusCode === 'number' && statusCode >= 200 && statusCode <= 299;
}
