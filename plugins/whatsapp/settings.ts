import * as z from 'zod';

type Variables = Readonly<Record<string, string | undefined>>;

export const variables = {
  WHATSAPP_TOKEN: z
    .string()
    .optional()
    .describe('secret: the permanent token of a system user, for the Cloud API'),
  WHATSAPP_PHONE_ID: z.string().optional().describe('id of the business phone number'),
  WHATSAPP_ACCOUNT_ID: z.string().optional().describe('id of the WhatsApp Business account'),
  WHATSAPP_CODE_PAISE: z
    .string()
    .optional()
    .describe('price of a message of the category AUTHENTICATION, paise'),
  WHATSAPP_ORIGIN: z
    .string()
    .optional()
    .describe('another address of the Graph API, for a rehearsal'),
};

export const hookVariables = {
  WHATSAPP_PHONE_ID: variables.WHATSAPP_PHONE_ID,
  WHATSAPP_APP_SECRET: z.string().optional().describe('secret: signs what the web hook brings'),
  WHATSAPP_VERIFY_TOKEN: z
    .string()
    .optional()
    .describe('secret: the word of your choice that proves the web hook to Meta'),
};

export const graphOrigin = 'https://graph.facebook.com';

export type Account = { token: string; phoneId: string; accountId: string; origin: string };

/** @returns undefined: nothing is sent by WhatsApp here */
export function accountOf(given: Variables): Account | undefined {
  const token = given['WHATSAPP_TOKEN'] ?? '';
  if (token === '') return undefined;
  return {
    token,
    phoneId: given['WHATSAPP_PHONE_ID'] ?? '',
    accountId: given['WHATSAPP_ACCOUNT_ID'] ?? '',
    origin: given['WHATSAPP_ORIGIN'] || graphOrigin,
  };
}

const isOwn = (hostname: string) => ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);

/** A plain connection only where it cannot leave this machine. */
function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { origin, protocol, hostname } = new URL(text);
  return origin === text && (protocol === 'https:' || (protocol === 'http:' && isOwn(hostname)));
}

export function problems(given: Variables): string[] {
  const of = (name: string) => given[name] ?? '';
  const ids = ['WHATSAPP_PHONE_ID', 'WHATSAPP_ACCOUNT_ID'];
  const names = ['WHATSAPP_TOKEN', ...ids];
  const missing = names.some((name) => of(name) !== '')
    ? names.filter((name) => of(name) === '')
    : [];
  const origin = of('WHATSAPP_ORIGIN');
  const paise = of('WHATSAPP_CODE_PAISE');
  return [
    ...missing.map((name) => `${name} is missing: WhatsApp needs ${names.join(', ')}.`),
    ...ids
      .filter((name) => of(name) !== '' && !/^\d{1,30}$/.test(of(name)))
      .map((name) => `${name} must be the digits that the WhatsApp Manager shows.`),
    ...(/^[\x21-\x7e]*$/.test(of('WHATSAPP_TOKEN'))
      ? []
      : ['WHATSAPP_TOKEN must be one word, as the Business settings show it.']),
    ...(paise === '' || /^[1-9]\d{0,3}$/.test(paise)
      ? []
      : ['WHATSAPP_CODE_PAISE must be a whole number of paise from 1 to 9999.']),
    ...(origin === '' || isOrigin(origin)
      ? []
      : ['WHATSAPP_ORIGIN must be https://host, or http:// on this machine.']),
  ];
}
