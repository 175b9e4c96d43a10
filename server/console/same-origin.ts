import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a page of ours made the call: another site's would have the cookie of an old browser that
 * knows no SameSite. What says neither where it comes from is not a browser that we support.
 */
export function isSameOrigin(headers: IncomingHttpHeaders, origin: string): boolean {
  const { origin: sent, 'sec-fetch-site': site } = headers;
  if (sent !== undefined && sent !== origin) return false;
  if (site !== undefined && site !== 'same-origin') return false;
  return sent !== undefined || site !== undefined;
}
