// One schema per data file. Rules across fields or files are in `validation/`. Server only.
import * as z from 'zod';
import { campaignIdLengthMax } from '@inaam/contract/limits.ts';
import { byAmount, count, field, fields, day, line, list, map, matching, oneOf } from './fields.ts';
import { outcomesMax } from './draw-schema.ts';
import { kitSchema } from './kit-schema.ts';
import { smsCategories } from '../sms/sms-category.ts';

/** Without braces, since it is filled into sentences. */
const shown = (fix: string) => matching(/^[^{}\s](?:[^{}]*[^{}\s])?$/u, 'text without braces', fix);

/** Also a part of addresses and cookies. */
const id = (fix: string) =>
  matching(
    new RegExp(`^(?=.{1,${campaignIdLengthMax}}$)[a-z0-9]+(?:-[a-z0-9]+)*$`),
    `at most ${campaignIdLengthMax} lower-case letters, digits and hyphens`,
    fix,
  );

const language = (fix: string) => field(isLanguage, 'a language tag such as "en" or "hi"', fix);

function isLanguage(value: unknown): value is string {
  if (typeof value !== 'string') return false;
  try {
    return Intl.getCanonicalLocales(value)[0] === value;
  } catch {
    return false;
  }
}

/** The origin enters a content security policy: `*` or `;` in the host would widen it. */
function isPlainAddress(value: unknown): value is string {
  if (typeof value !== 'string' || !URL.canParse(value)) return false;
  const { protocol, host, pathname, href } = new URL(value);
  const isNamed = /^[a-z\d-]+(?:\.[a-z\d-]+)+(?::\d+)?$/.test(host);
  return (
    protocol === 'https:' && isNamed && href === value && value === `https://${host}${pathname}`
  );
}

const colour = matching(
  /^#[0-9a-f]{6}$/,
  'a colour as #rrggbb',
  'Write a colour such as "#8a2b0e".',
);

export const campaignSchema = fields({
  id: id("Write the folder's name."),
  name: shown('Write the name that shoppers read.'),
  promoter: shown('Write the company that answers for the promotion, as shoppers read it.'),
  redeemAt: shown('Write where vouchers are used, such as the name of a shop or an app.'),
  /** Prefix of the cookie with the user key: `<contest>-id` (Spec 3, Auth). */
  contest: id('Write the stem of the cookie name.'),
  programme: fields({
    from: day('Write the first day, Indian time.'),
    to: day('Write the last day, Indian time.'),
  }),
  places: id('Write the name of a file of campaigns/places/, such as "india".'),
  packPrice: count('Write the price of the pack in rupees.'),
  contacts: fields({
    email: field(
      (value): value is string => z.email().safeParse(value).success,
      'an email address',
      'Write the address of the support desk.',
    ),
    /** Without its spaces in `tel:`. */
    phone: matching(
      /^(?=(?:\D*\d){8,15}\D*$)\+?\d+(?: \d+)*$/,
      'a phone number of 8 to 15 digits in groups',
      'Write the number as shoppers dial it, such as "1800 000 0000" or "+91 98765 43210".',
    ),
  }),
  languages: list(
    language('Write a tag of BCP 47.'),
    'Write the languages; the first is the one used when nothing better is asked for.',
    { max: 40 },
  ),
  unreviewedLanguages: list(
    language('Write a tag of BCP 47.'),
    'Write the languages whose words you serve although no speaker has signed them off, or leave it out.',
  ).exactOptional(),
  draftsNeedApproval: field(
    (value): value is true => value === true,
    'true',
    'Write true if a second manager must approve each draft of the console, or leave it out.',
  ).exactOptional(),
  friendPage: field(
    (value): value is false => value === false,
    'false',
    'Write false if the shared link leads to the page that asks for a scan, or leave it out.',
  ).exactOptional(),
  theme: fields({
    /** `…Ink` is the text colour on the colour in its name. */
    colours: fields({
      paper: colour,
      ink: colour,
      /** Secondary text, on paper. */
      quiet: colour,
      brand: colour,
      brandInk: colour,
      accent: colour,
      accentInk: colour,
      /** Error text, on paper. */
      fault: colour,
      /** Shadows and dialog backdrops. */
      shade: colour,
      wheel: list(colour, 'Write one colour for each outcome.', { max: outcomesMax }),
      wheelInk: colour,
      /** `crust` is the rim's darker edge. */
      trim: fields({ rim: colour, crust: colour, line: colour, pointer: colour }),
    }),
    kit: kitSchema,
  }),
  tags: fields({
    gtag: matching(
      // Other ids (AW-, DC-, GT-) use hosts missing from the policy and the consent notice.
      /^G-[A-Z0-9]{4,20}$/,
      'an id such as "G-ABC123"',
      'Write the id of the analytics tag or leave gtag out.',
    ).exactOptional(),
    metaPixel: matching(
      /^\d{10,20}$/,
      'an id of 10 to 20 digits',
      'Write the id of the ad pixel or leave metaPixel out.',
    ).exactOptional(),
    /** `address` receives a POST per event and identifies the site by `id`. */
    customerData: fields({
      id: matching(
        /^[\w-]{4,64}$/,
        'an id of 4 to 64 letters, digits, hyphens and underscores',
        'Write the id that the customer-data system knows this site by.',
      ),
      address: field(
        isPlainAddress,
        'an https address with a host name, and without credentials, query or fragment',
        'Write where the customer-data system takes events, such as "https://cdp.example/events".',
      ),
    }).exactOptional(),
  }),
});

export type Campaign = z.infer<typeof campaignSchema>;

const place = matching(
  /^\p{L}[\p{L}\p{M}\p{N}.'()&/ -]*$/u,
  'a name',
  'Write a name as it is shown.',
);

export const statesSchema = list(place, 'Write the names of the states in the order shown.', {
  max: 100,
});

/** `places/<name>.json`, shared by campaigns. */
export const citiesSchema = map(
  list(place, 'Write the cities of this state.', { max: 5000 }),
  'Write each state with the list of its cities.',
);

const digits = /^\d{19}$/;

/** An SMS as registered. For placeholders see `sms-template.ts`. */
const template = fields({
  /** On the operators' DLT platform (TRAI TCCCPR 2018). */
  dlt: fields({
    entityId: matching(digits, '19 digits', 'Write the id of the principal entity.'),
    headerId: matching(
      /^[A-Z0-9]{3,11}$/,
      '3 to 11 capitals or digits',
      'Write the registered header.',
    ),
    templateId: matching(digits, '19 digits', 'Write the id of the registered template.'),
  }),
  category: oneOf(smsCategories, 'Write the category in which the template is registered.'),
  text: matching(/\S/, 'text', 'Write the wording as it is registered.'),
});

export type SmsTemplate = z.infer<typeof template>;
export type Dlt = SmsTemplate['dlt'];

export const smsSchema = fields({
  language: language('Write the language of the registered texts: every shopper gets them in it.'),
  urls: list(
    line('Write an address as it is registered.'),
    'Write the registered web addresses, or [] where there are none.',
    { min: 0, max: 100 },
  ),
  numbers: list(
    matching(/^\+?\d(?:[ -]?\d){7,14}$/, 'a phone number', 'Write a number as it is registered.'),
    'Write the registered phone numbers, or leave numbers out.',
    { min: 0, max: 100 },
  ).exactOptional(),
  otp: template,
  vouchers: byAmount(template, 'Write one template for each amount.'),
});

export type Sms = z.infer<typeof smsSchema>;
