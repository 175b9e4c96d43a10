// Analytics tags and the hosts that each needs, for the site and the server's content security
// policy. Pure; also runs in the browser.
import type { Campaign } from '../schema/folder-schema.ts';

/** An absent tag never loads (Requirement ANA-2). */
export type Tags = Campaign['tags'];

/** Hosts by Content-Security-Policy directive. */
export type TagHosts = { script: string[]; connect: string[]; image: string[] };

const google = 'https://www.googletagmanager.com';
const meta = 'https://connect.facebook.net';

export const googleScript = (id: string) => `${google}/gtag/js?id=${id}`;
export const metaScript = `${meta}/en_US/fbevents.js`;

export function hasTags(tags: Tags): boolean {
  return Object.values(tags).some((tag) => tag !== undefined);
}

/** Google's published list for Analytics without signals, and Meta's two hosts. */
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

export type Direction = 'ltr' | 'rtl';

const rightToLeft = new Set(['Arab', 'Hebr', 'Thaa', 'Nkoo', 'Syrc', 'Adlm', 'Rohg']);

/** Direction of the script in which the language is usually written. */
export function directionOf(language: string): Direction {
  return rightToLeft.has(scriptOf(language)) ? 'rtl' : 'ltr';
}

/** ISO 15924, such as `Taml`. */
export function scriptOf(language: string): string {
  return new Intl.Locale(language).maximize().script ?? 'Latn';
}
