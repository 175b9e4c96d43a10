// Providers of SMS as their public documents describe them, written without a look at our presets:
// a field that a document does not have is refused.
import type { GatewayRequest } from '../delivery/faulty-gateway.ts';

/** How the account stands; a peer also refuses what is wrong in a request by itself. */
export type AccountState = 'good' | 'noBalance' | 'throttled' | 'badNumber';

/** What becomes of a message in the end. */
export type Fate = 'delivered' | 'underWay' | 'number' | 'blocked' | 'absent' | 'other';

/** A receipt as it arrives at the site. */
type PeerReceipt = { contentType: string; body: string };

export type SmsPeer = {
  values: Record<string, string>;
  secrets: Record<string, string>;
  /** Its own id of each template, by the DLT template id. */
  templates: Record<string, string>;
  /** The reference that it gives to every message. */
  reference: string;
  answer(request: GatewayRequest, account: AccountState): { status: number; body: string };
  /** Undefined for a fate that its receipts cannot tell from `other`. */
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
