// The tags a campaign may switch on, and the hosts each of them needs: what the site loads and what
// the server's policy allows come from this one place. Pure; runs in the browser and on the server
// alike. Loads and sends nothing.

/** What is switched on; a tag that is absent never loads (Requirement ANA-2). */
export type Tags = {
  /** Measurement id of Google Analytics: `G-…`. */
  gtag?: string;
  /** Id of a Meta pixel: digits. */
  metaPixel?: string;
  /** A customer-data pixel: `address` takes a POST for each event and knows the site by `id`. */
  customerData?: { id: string; address: string };
};

/** Hosts by what a page asks of them, as a Content-Security-Policy spells them. */
export type TagHosts = { script: string[]; connect: string[]; image: string[] };

const google = 'https://www.googletagmanager.com';
const meta = 'https://connect.facebook.net';

export const googleScript = (id: string) => `${google}/gtag/js?id=${id}`;
export const metaScript = `${meta}/en_US/fbevents.js`;

/** Whether any tag is switched on. */
export function hasTags(tags: Tags): boolean {
  return Object.values(tags).some((tag) => tag !== undefined);
}

/**
 * The hosts of the tags that are switched on: Google's own list for Analytics without signals, and
 * Meta's two hosts.
 */
export function tagHosts({ gtag, metaPixel, customerData }: Tags): TagHosts {
  const hosts: TagHosts = { script: [], connect: [], image: [] };
  if (gtag !== undefined) {
    const takers = ['https://*.google-analytics.com', 'https://*.googletagmanager.com'];
    hosts.script.push(google);
    hosts.connect.push(...takers, 'https://*.analytics.google.com');
    hosts.image.push(...takers);
  }
  if (metaPixel !== undefined) {
    const taker = 'https://www.facebook.com';
    hosts.script.push(meta);
    hosts.connect.push(taker);
    hosts.image.push(taker);
  }
  if (customerData !== undefined) hosts.connect.push(new URL(customerData.address).origin);
  return hosts;
}
