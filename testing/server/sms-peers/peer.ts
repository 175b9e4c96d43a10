// SMS providers as their public documents describe them, written without looking at our presets: a
// field missing from a document is refused.
import type { GatewayRequest } from '../delivery/faulty-gateway.ts';

/** State of the account; a peer also refuses invalid requests. */
export type AccountState = 'good' | 'noBalance' | 'throttled' | 'badNumber';

/** Final outcome of a message. */
export type Fate = 'delivered' | 'underWay' | 'number' | 'blocked' | 'absent' | 'other';

/** A receipt as it arrives at the site. */
type PeerReceipt = { contentType: string; body: string };

export type SmsPeer = {
  values: Record<string, string>;
  secrets: Record<string, string>;
  /** Its own id for each template, by DLT template id. */
  templates: Record<string, string>;
  /** The reference that it gives to each message. */
  reference: string;
  answer(request: GatewayRequest, account: AccountState): { status: number; body: string };
  /** Undefined for an outcome that its receipts cannot tell from `other`. */
  receipt(fate: Fate): PeerReceipt | undefined;
};

export const isIndianMobile = (text: string | null | undefined): boolean =>
  /^91[5-9]\d{9}$/.test(text ?? '');

/** Whether a provider has to send it in UCS-2. */
export const needsUnicode = (text: string | null): boolean => /[^\n -~]/.test(text ?? '');

/** @returns what is wrong with the names, if anything */
export function wrongNames(
  names: readonly string[],
  { needed, optional }: { needed: readonly string[]; optional: readonly string[] },
): string | undefined {
  const unknown = names.find((name) => !needed.includes(name) && !optional.includes(name));
  if (unknown !== undefined) return `unknown ${unknown}`;
  const missing = needed.find((name) => !names.includes(name));
  return missing === undefined ? undefined : `missing ${missing}`;
}
