// The QR code of a link for print: exact modules, black on white, with the quiet zone that readers
// need (ISO/IEC 18004: four modules on each side).
import { create } from 'qrcode';
import { entryKeys, type EntryKey } from '@inaam/contract/calls.ts';
import { UsageError } from './command-context.ts';

export const correctionLevels = ['L', 'M', 'Q', 'H'] as const;
export type CorrectionLevel = (typeof correctionLevels)[number];

export const quietModules = 4;

/** What an ordinary phone can read from packs in poor light. */
export const moduleMmMin = 0.4;

/**
 * A horizontal run of black modules; its position is measured in modules from the upper left corner
 * of the quiet zone.
 */
type Run = { x: number; y: number; width: number };

export type QrPicture = {
  text: string;
  level: CorrectionLevel;
  /** Length of a side in modules, including both quiet zones. */
  modules: number;
  runs: Run[];
};

/** @param text a link */
export function qrPicture(text: string, level: CorrectionLevel): QrPicture {
  const { modules } = create(text, { errorCorrectionLevel: level });
  const { size } = modules;
  const runs: Run[] = [];
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size;) {
      const from = x;
      while (x < size && modules.get(y, x) === 1) x++;
      if (x > from) {
        runs.push({ x: from + quietModules, y: y + quietModules, width: x - from });
      } else x++;
    }
  }
  return { text, level, modules: size + 2 * quietModules, runs };
}

/** @param sizeMm length of a side including the quiet zone */
export function qrSvg({ text, modules, runs }: QrPicture, sizeMm: number): string {
  const path = runs.map(({ x, y, width }) => `M${x} ${y}h${width}v1h-${width}z`).join('');
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${sizeMm}mm" height="${sizeMm}mm" viewBox="0 0 ${modules} ${modules}" shape-rendering="crispEdges">`,
    `<title>${escapeXml(text)}</title>`,
    `<path fill="#fff" d="M0 0h${modules}v${modules}H0z"/>`,
    `<path fill="#000" d="${path}"/>`,
    '</svg>',
    '',
  ].join('\n');
}

const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

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
