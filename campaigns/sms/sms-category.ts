/** Categories of a template on the operators' DLT platforms (TRAI TCCCPR 2018). */
export const smsCategories = [
  'transactional',
  'service-implicit',
  'service-explicit',
  'promotional',
] as const;

export type SmsCategory = (typeof smsCategories)[number];

/** Whole hours, Indian time; `until` is excluded. */
export type SendingHours = { from: number; until: number };

const promotionalHours: SendingHours = { from: 10, until: 21 };

/**
 * When operators accept a category; undefined: at any hour. Since October 2025 they refuse
 * service-explicit, too, outside the hours of promotional (docs/make/sms.md).
 */
export const sendingHours: Readonly<Record<SmsCategory, SendingHours | undefined>> = {
  transactional: undefined,
  'service-implicit': undefined,
  'service-explicit': promotionalHours,
  promotional: promotionalHours,
};

/** For the text of each amount; undefined: at any hour. */
export const voucherHours = (
  vouchers: Readonly<Record<string, { category: SmsCategory }>>,
): (SendingHours | undefined)[] =>
  Object.values(vouchers).map(({ category }) => sendingHours[category]);

export const spellHours = ({ from, until }: SendingHours): string => `${from}:00 to ${until}:00`;
