// The alphabet of SMS (3GPP TS 23.038, GSM 7 bit). Pure.

/** Septets in one segment. */
export const segmentSeptets = 160;

const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
const extended = new Set('^{}\\[~]|€\f');

/** The distinct characters outside the alphabet. */
export function outsideGsm7(text: string): string[] {
  return [...new Set(text)].filter((letter) => !basic.has(letter) && !extended.has(letter));
}

/** Length in septets: a character of the extension table takes two. */
export function septets(text: string): number {
  return Array.from(text).reduce((sum, letter) => sum + (extended.has(letter) ? 2 : 1), 0);
}
