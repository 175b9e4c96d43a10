/** How somebody can be looked up by what was typed. */
export type ShopperWay = 'number' | 'pseudonym' | 'voucher';

/** @returns undefined: this can be no number, pseudonym or end of a voucher code */
export function shopperWayOf(text: string): ShopperWay | undefined {
  const term = text.trim();
  if (/^(?:\+?91|0)?[6-9]\d{9}$/.test(term.replace(/[\s().-]/g, ''))) return 'number';
  if (/^[0-9a-f]{32,64}$/i.test(term)) return 'pseudonym';
  if (/^[a-z\d-]{6,64}$/i.test(term) && (/\d/.test(term) || term === term.toUpperCase())) {
    return 'voucher';
  }
  return undefined;
}
