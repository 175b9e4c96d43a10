/** Indian conventions, with the digits 0 to 9 in every script. */
export function localeOf(language: string): string {
  return `${language.includes('-') ? language : `${language}-IN`}-u-nu-latn`;
}

/** Creating a format takes far longer than using it. */
const waitFormats = new Map<string, Intl.NumberFormat>();

/**
 * Chromium's Intl has units only for the languages of its menus. The native speaker who signs off
 * the words also signs these off.
 */
const ownUnits: Readonly<Record<string, { second: string; minute: string; hour: string }>> = {
  pa: { second: 'ਸਕਿੰਟ', minute: 'ਮਿੰਟ', hour: 'ਘੰਟੇ' },
};

/** Intl groups Urdu by thousands, so use the grouping of English in India. */
function localeOfNumbers(language: string): string {
  return localeOf(language === 'ur' ? 'en' : language);
}

/** Whole rupees: `₹10`. */
export function formatRupees(amount: number, language: string): string {
  return new Intl.NumberFormat(localeOfNumbers(language), {
    style: 'currency',
    currency: 'INR',
    maximumFractionDigits: 0,
  }).format(amount);
}

/** Indian grouping: `10,00,000`. */
export function formatNumber(number: number, language: string): string {
  return new Intl.NumberFormat(localeOfNumbers(language)).format(number);
}

/** Rounded up: `45 seconds`, `2 minutes`, `3 hours`. */
export function formatWait(seconds: number, language: string): string {
  const [unit, size] =
    seconds <= 90
      ? (['second', 1] as const)
      : seconds <= 90 * 60
        ? (['minute', 60] as const)
        : (['hour', 3600] as const);
  const count = Math.max(1, Math.ceil(seconds / size));
  const ownUnit = ownUnits[language]?.[unit];
  if (ownUnit !== undefined) return `${count} ${ownUnit}`;
  const key = `${language} ${unit}`;
  let format = waitFormats.get(key);
  try {
    format ??= new Intl.NumberFormat(localeOf(language), {
      style: 'unit',
      unit,
      unitDisplay: 'long',
    });
    waitFormats.set(key, format);
    return format.format(count);
  } catch {
    // Safari 14.0 lacks units: `0:45`.
    const rest = (count * size) % 60;
    return `${Math.floor((count * size) / 60)}:${String(rest).padStart(2, '0')}`;
  }
}
