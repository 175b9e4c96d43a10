import * as z from 'zod/mini';
import { base64OfText, textOfBase64 } from './base64.ts';

export type Refusal = {
  statusCode: number;
  messageId?: string;
  message: string;
  serverTime?: number;
  campaign?: 'notStarted' | 'ended' | 'paused';
  /** A challenge to solve; the next attempt sends `proof` (Protocol: Answers). */
  challenge?: unknown;
};

// Fields of a wrong type, for example after a proxy changed them, count as absent: a 401 must still
// end the session.
export function readRefusal(resp: Record<string, unknown>): Refusal | undefined {
  const part = <Value>(name: keyof Refusal, kind: z.ZodMiniType<Value>) =>
    z.safeParse(kind, resp[name]).data;
  const statusCode = part('statusCode', z.int());
  if (statusCode === undefined || isSuccess(statusCode)) return undefined;
  const messageId = part('messageId', z.string());
  const serverTime = part('serverTime', z.int());
  const campaign = part('campaign', z.enum(['notStarted', 'ended', 'paused']));
  const challenge = resp['challenge'];
  return {
    statusCode,
    message: part('message', z.string()) ?? '',
    ...(messageId === undefined ? {} : { messageId }),
    ...(serverTime === undefined ? {} : { serverTime }),
    ...(campaign === undefined ? {} : { campaign }),
    ...(challenge === undefined ? {} : { challenge }),
  };
}

export type AnswerEncoding = 'object' | 'base64';

export function wrapResponse(resp: object, encoding: AnswerEncoding): { resp: object | string } {
  return { resp: encoding === 'object' ? resp : base64OfText(JSON.stringify(resp)) };
}

const respSchema = z.object({ resp: z.union([z.string(), z.looseObject({})]) });

/**
 * `undefined` if neither encoding contains an object, which the caller rejects as '500' (Spec 8).
 */
export function unwrapResponse(text: string): Record<string, unknown> | undefined {
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

export function isSuccess(statusCode: unknown): boolean {
  return typeof statusCode === 'number' && statusCode >= 200 && statusCode <= 299;
}
