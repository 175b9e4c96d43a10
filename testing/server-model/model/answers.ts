import { day, second } from './limits.ts';

export type Answer = {
  status: number;
  messageId?: string | undefined;
  /** Further fields that the response must contain. */
  holds?: Record<string, unknown>;
  retryAfterSeconds?: number;
};

export const ok = (holds: Record<string, unknown> = {}): Answer => ({ status: 200, holds });
export const no = (messageId: string, status = 400): Answer => ({ status, messageId });
export const later = (waitMs: number): Answer => ({
  ...no('tryAgain', 429),
  retryAfterSeconds: Math.ceil(Math.min(waitMs, day) / second),
});
export const unknown: Answer = { status: 401 };
