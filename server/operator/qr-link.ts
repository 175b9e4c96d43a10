import { entryKeys, type EntryKey } from '@inaam/contract/calls.ts';
import { UsageError } from './command-context.ts';

export type LinkValues = Partial<Record<EntryKey, string>>;

/**
 * Characters that need no escape in a link, so that the code stays small and reports show it
 * unchanged.
 */
const plainValue = /^[A-Za-z0-9._~-]{1,60}$/;

/**
 * The link that a QR code opens: what the site requires, and where the code is placed.
 * @param site `https://win.example`; plain http only on this machine
 * @throws UsageError that names what is wrong
 */
export function qrLink(site: string, values: LinkValues): string {
  const isOrigin = URL.canParse(site) && new URL(site).origin === site;
  if (!isOrigin || !/^https:\/\/|^http:\/\/localhost(?::|$)/.test(site)) {
    throw new UsageError(
      '--site must be where shoppers reach the site, such as https://win.example, without a path.',
    );
  }
  const url = new URL('/', site);
  for (const key of entryKeys) {
    const value = key === 'utm_source' ? 'qrcode' : values[key];
    if (value === undefined) continue;
    if (!plainValue.test(value)) {
      throw new UsageError(
        `${key} must be 1 to 60 letters, digits, dots, hyphens, underscores or tildes.`,
      );
    }
    url.searchParams.set(key, value);
  }
  return url.href;
}
