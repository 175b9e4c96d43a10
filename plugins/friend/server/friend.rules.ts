/** @param values of the address; those of the shared link, and not of a QR code's */
export const isFriendsLink = (values: ReadonlyMap<string, string>): boolean =>
  values.get('from') === 'friend' && values.get('utm_source') !== 'qrcode';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Programs that fetch a link to show what is behind it, when it is sent. */
const preview = /bot|crawl|spider|preview|whatsapp|facebookexternalhit/i;

/**
 * Whether a person opens the page: it is not fetched for a preview or ahead of time, and the
 * language is not changed on it.
 */
export function isFriendsVisit(method: string, headers: Headers): boolean {
  const isAhead = headers['sec-purpose'] !== undefined || headers['purpose'] !== undefined;
  const isWithin = headers['sec-fetch-site'] === 'same-origin';
  const agent = String(headers['user-agent'] ?? '');
  return method === 'GET' && !isAhead && !isWithin && agent !== '' && !preview.test(agent);
}
