// One schema per data file. Rules across fields or files are in `validation/`. Server only.
import * as z from 'zod';
import { field, fields, list, map, whole } from './fields.ts';
import { kitSchema } from './kit-schema.ts';
import type { RewardScreen } from '../public/public-campaign.ts';
import { smsCategories, type SmsCategory } from '../sms/sms-category.ts';

const isText = (value: unknown): value is string => typeof value === 'string';

function text(fix: string, pattern = /^\S(?:.*\S)?$/u, must = 'text') {
  return field(
    (value): value is string =>
      isText(value) && pattern.test(value) && value === value.normalize('NFC'),
    must,
    fix,
  );
}

const any = Number.MAX_SAFE_INTEGER;

function day(fix: string) {
  return field(isDay, 'a day as YYYY-MM-DD', fix);
}

function isDay(value: unknown): value is string {
  if (!isText(value) || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const time = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}

function isLanguage(value: unknown): value is string {
  if (!isText(value)) return false;
  try {
    return Intl.getCanonicalLocales(value)[0] === value;
  } catch {
    return false;
  }
}

/** The origin enters a content security policy: `*` or `;` in the host would widen it. */
function isPlainAddress(value: unknown): value is string {
  if (!isText(value) || !URL.canParse(value)) return false;
  const { protocol, host, pathname, href } = new URL(value);
  const isNamed = /^[a-z\d-]+(?:\.[a-z\d-]+)+(?::\d+)?$/.test(host);
  return (
    protocol === 'https:' && isNamed && href === value && value === `https://${host}${pathname}`
  );
}

function isScreen(value: unknown): value is RewardScreen {
  return value === 'reward' || value === 'tnreward' || value === 'congrats';
}

const colour = text('Write a colour such as "#8a2b0e".', /^#[0-9a-f]{6}$/, 'a colour as #rrggbb');
const kebab = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

export const campaignSchema = fields({
  id: text("Write the folder's name.", kebab, 'lower-case letters, digits and hyphens'),
  name: text(
    'Write the name that shoppers read.',
    /^[^{}\s](?:[^{}]*[^{}\s])?$/u,
    'text without braces',
  ),
  promoter: text(
    'Write the company that answers for the promotion, as shoppers read it.',
    /^[^{}\s](?:[^{}]*[^{}\s])?$/u,
    'text without braces',
  ),
  redeemAt: text(
    'Write where vouchers are used, such as the name of a shop or an app.',
    /^[^{}\s](?:[^{}]*[^{}\s])?$/u,
    'text without braces',
  ),
  contest: text(
    'Write the stem of the cookie name.',
    kebab,
    'lower-case letters, digits and hyphens',
  ),
  programme: fields({
    from: day('Write the first day, Indian time.'),
    to: day('Write the last day, Indian time.'),
  }),
  places: text(
    'Write the name of a file of campaigns/places/, such as "india".',
    kebab,
    'lower-case letters, digits and hyphens',
  ),
  packPrice: whole(1, any, 'Write the price of the pack in rupees.'),
  contacts: fields({
    email: field(
      (value): value is string => z.email().safeParse(value).success,
      'an email address',
      'Write the address of the support desk.',
    ),
    phone: text(
      'Write the number as shoppers dial it, such as "1800 000 0000" or "+91 98765 43210".',
      /^(?=(?:\D*\d){8,15}\D*$)\+?\d+(?: \d+)*$/,
      'a phone number of 8 to 15 digits in groups',
    ),
  }),
  languages: list(
    field(isLanguage, 'a language tag such as "en" or "hi"', 'Write a tag of BCP 47.'),
    'Write the languages; the first is the one used when nothing better is asked for.',
  ),
  unreviewedLanguages: list(
    field(isLanguage, 'a language tag such as "en" or "hi"', 'Write a tag of BCP 47.'),
    'Write the languages whose words you serve although no speaker has signed them off, or leave it out.',
  ).exactOptional(),
  draftsNeedApproval: field(
    (value): value is true => value === true,
    'true',
    'Write true if a second manager must approve each draft of the console, or leave it out.',
  ).exactOptional(),
  theme: fields({
    colours: fields({
      paper: colour,
      ink: colour,
      quiet: colour,
      brand: colour,
      brandInk: colour,
      accent: colour,
      accentInk: colour,
      fault: colour,
      shade: colour,
      wheel: list(colour, 'Write one colour for each outcome.'),
      wheelInk: colour,
      trim: fields({ rim: colour, crust: colour, line: colour, pointer: colour }),
    }),
    kit: kitSchema,
  }),
  tags: fields({
    gtag: text(
      'Write the id of the analytics tag or leave gtag out.',
      // Other ids (AW-, DC-, GT-) use hosts missing from the policy and the consent notice.
      /^G-[A-Z0-9]{4,20}$/,
      'an id such as "G-ABC123"',
    ).exactOptional(),
    metaPixel: text(
      'Write the id of the ad pixel or leave metaPixel out.',
      /^\d{10,20}$/,
      'an id of 10 to 20 digits',
    ).exactOptional(),
    customerData: fields({
      id: text(
        'Write the id that the customer-data system knows this site by.',
        /^[\w-]{4,64}$/,
        'an id of 4 to 64 letters, digits, hyphens and underscores',
      ),
      address: field(
        isPlainAddress,
        'an https address with a host name, and without credentials, query or fragment',
        'Write where the customer-data system takes events, such as "https://cdp.example/events".',
      ),
    }).exactOptional(),
  }),
});

const place = text('Write a name as it is shown.', /^\p{L}[\p{L}\p{M}\p{N}.'()&/ -]*$/u, 'a name');

export const statesSchema = list(place, 'Write the names of the states in the order shown.');

/** `places/<name>.json`, shared by campaigns. */
export const citiesSchema = map(
  list(place, 'Write the cities of this state.'),
  'Write each state with the list of its cities.',
);

const permission = (fix: string) =>
  field(
    (value): value is 'forbidden' | 'allowed' => value === 'forbidden' || value === 'allowed',
    '"forbidden" or "allowed"',
    fix,
  );

export const rewardsSchema = fields({
  outcomes: list(
    fields({
      amount: whole(1, any, 'Write the amount in rupees.'),
      angle: whole(0, 359, "Write the middle of the face in degrees clockwise from 12 o'clock."),
      screen: field(
        isScreen,
        '"reward", "tnreward" or "congrats"',
        'Write the screen that the winner goes to.',
      ),
    }),
    'Write the faces of the wheel.',
  ),
  fixed: z.array(
    fields({
      state: text('Write a state of states.json.'),
      amount: whole(1, any, 'Write the amount in rupees.'),
      chance: permission('Write whether the law there lets a reward depend on chance.'),
      question: permission(
        'Write whether a reward may depend on a question there, or leave it out for the same as chance.',
      ).exactOptional(),
      law: text('Write the name of the law that asks for it.'),
      from: day('Write the first day it holds, Indian time.'),
      until: z.union([day(''), z.null()], {
        error: () =>
          'must be a day as YYYY-MM-DD or null\nWrite the last day on which it applies, or null if there is no end.',
      }),
      rewards: whole(1, any, 'Write how many of them are planned: they are part of the budget.'),
    }),
    { error: () => 'must be a list\nWrite the fixed rewards, or [] where there are none.' },
  ),
});

export const drawSchema = fields({
  deck: fields({
    cards: map(
      whole(1, any, 'Write how many cards a block holds.'),
      'Write each amount with its number of cards.',
    ),
    blocks: whole(1, any, 'Write how many blocks the budget pays for.'),
  }),
  whenDeckEnds: z.discriminatedUnion(
    'kind',
    [
      fields({
        kind: z.literal('reserve'),
        amount: whole(1, any, 'Write an amount of the outcomes.'),
        rewards: whole(0, any, 'Write how many of them are set aside.'),
      }),
      fields({ kind: z.literal('close') }),
    ],
    {
      error: () =>
        'must be {"kind": "reserve", …} or {"kind": "close"}\nWrite what happens when the deck ends: a reserve of one amount pays, or nobody more is admitted than can be paid.',
    },
  ),
  pacing: field(
    (value): value is 'daily' | null => value === 'daily' || value === null,
    '"daily" or null',
    'Write "daily" to release the blocks of the deck day by day, or null to have no pace.',
  ),
  budgetRupees: whole(1, any, 'Write the rupees of deck, reserve and fixed rewards together.'),
});

const template = fields({
  dlt: fields({
    entityId: text('Write the id of the principal entity.', /^\d{19}$/, '19 digits'),
    headerId: text(
      'Write the registered header.',
      /^[A-Z0-9]{3,11}$/,
      '3 to 11 capitals or digits',
    ),
    templateId: text('Write the id of the registered template.', /^\d{19}$/, '19 digits'),
  }),
  category: field(
    (value): value is SmsCategory => smsCategories.some((category) => category === value),
    `one of ${smsCategories.join(', ')}`,
    'Write the category in which the template is registered.',
  ),
  text: field(
    (value): value is string => isText(value) && value.trim() !== '',
    'text',
    'Write the wording as it is registered.',
  ),
});

export const smsSchema = fields({
  language: field(
    isLanguage,
    'a language tag such as "en"',
    'Write the language of the registered texts: every shopper gets them in it.',
  ),
  urls: z.array(text('Write an address as it is registered.'), {
    error: () => 'must be a list\nWrite the registered web addresses, or [] where there are none.',
  }),
  numbers: z
    .array(
      text('Write a number as it is registered.', /^\+?\d(?:[ -]?\d){7,14}$/, 'a phone number'),
    )
    .exactOptional(),
  otp: template,
  vouchers: map(template, 'Write one template for each amount.'),
});
