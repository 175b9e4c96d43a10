// Placeholders in a path's strings, such as `{mobile}` or `{secret.KEY}`.
import { outsideGsm7 } from '@inaam/campaigns/sms/segments.ts';
import type { SmsCategory } from '@inaam/campaigns/sms/sms-category.ts';
import type { OutgoingSms } from '../provider.ts';

const placeholderPattern = /\{([a-z]\w*(?:\.\w+)?)\}/gi;

const smsPlaceholders = [
  'mobile',
  'text',
  'reference',
  'entityId',
  'headerId',
  'templateId',
  'providerTemplate',
  /** The gateway's name for the text's alphabet. */
  'encoding',
  /** The gateway's name for the DLT category. */
  'category',
] as const;

type SmsPlaceholder = (typeof smsPlaceholders)[number];

/** They differ between messages and are personal or secret. */
const privatePlaceholders = new Set(['mobile', 'text']);

/** Only variables with this prefix are secrets of paths, so that the file can name no others. */
export const secretPrefix = 'SMS_SECRET_';

export type PathValues = {
  values: Readonly<Record<string, string>>;
  secrets: Readonly<Record<string, string>>;
  /** The provider's template ids, by DLT template id. */
  templates: Readonly<Record<string, string>>;
};

export function placeholdersOf(text: string): string[] {
  return Array.from(text.matchAll(placeholderPattern), ([, name = '']) => name);
}

export const isPrivate = (place: string): boolean =>
  privatePlaceholders.has(place) || place.startsWith('variable.');

const isSmsPlace = (name: string): name is SmsPlaceholder =>
  smsPlaceholders.some((place) => place === name);

/** A placeholder of a message, or the name of a variable, a value or a secret. */
export const isKnownPlaceholder = (name: string): boolean =>
  isSmsPlace(name) || /^(?:variable|value|secret)\.\w+$/.test(name);

/** Undefined if a placeholder has no value, for example a variable that this text lacks. */
export type Fill = (text: string, encode?: (value: string) => string) => string | undefined;

/** The gateway's names for texts in GSM 7 bit, and for others. */
type Encoding = { gsm7?: string | undefined; ucs2?: string | undefined };

type Categories = Partial<Readonly<Record<SmsCategory, string | undefined>>>;

type Names = { encoding?: Encoding | undefined; categories?: Categories | undefined };

export function fillerOf(
  sms: OutgoingSms,
  given: PathValues,
  { encoding = {}, categories = {} }: Names = {},
): Fill {
  const ofSms: Record<SmsPlaceholder, string | undefined> = {
    mobile: sms.to,
    text: sms.text,
    reference: sms.id,
    entityId: sms.template.entityId,
    headerId: sms.template.headerId,
    templateId: sms.template.templateId,
    encoding: outsideGsm7(sms.text).length === 0 ? encoding.gsm7 : encoding.ucs2,
    category: categories[sms.category],
    providerTemplate: own(given.templates, sms.template.templateId),
  };
  const valueOf = (name: string): string | undefined => {
    if (isSmsPlace(name)) return ofSms[name];
    const [kind, key = ''] = name.split('.');
    if (kind === 'variable') return own(sms.variables, key);
    return own(kind === 'secret' ? given.secrets : given.values, key);
  };
  return (text, encode = (value) => value) => {
    let isComplete = true;
    const filled = text.replaceAll(placeholderPattern, (_, name: string) => {
      const value = valueOf(name);
      isComplete &&= value !== undefined;
      return encode(value ?? '');
    });
    return isComplete ? filled : undefined;
  };
}

export const fillFixed = (text: string, { values, secrets }: PathValues): string =>
  text.replaceAll(placeholderPattern, (place, name: string) => {
    const [kind, key = ''] = name.split('.');
    return own(kind === 'secret' ? secrets : values, key) ?? place;
  });

const own = (values: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.hasOwn(values, name) ? values[name] : undefined;
