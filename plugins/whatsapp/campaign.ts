// `whatsapp.json`: which templates are sent by WhatsApp, and what is tried first.
import type * as z from 'zod';
import { choice, fields, list, matching, whole } from '@inaam/campaigns/schema/fields.ts';
import { problemAt } from '@inaam/campaigns/validation/file-problem.ts';
import type { CampaignPlugin } from '../campaign-plugin.ts';
import { documentsIn } from './documents.ts';

/** As the WhatsApp Manager names it. */
const template = {
  template: matching(
    /^[a-z0-9_]{1,512}$/,
    'small letters, digits and underscores',
    'Write the name of the template in the WhatsApp Manager.',
  ),
  language: matching(
    /^[a-z]{2,3}(?:_[A-Z]{2})?$/,
    'a language code of a template, such as en or en_US',
    'Write the language that the template was approved in.',
  ),
};

const schema = fields({
  first: choice(['whatsapp', 'sms'], 'Write which of the two is tried first'),
  /** Then a code that has not arrived is also sent the other way. */
  waitSeconds: whole(3, 8, 'Write after how many seconds a code takes the other way.'),
  /** Of the category AUTHENTICATION. */
  code: fields(template),
  /** Of the category UTILITY. */
  voucher: fields({
    ...template,
    /** What its placeholders stand for, in their order. */
    parameters: list(
      choice(['amount', 'code', 'validUntil'], 'Write placeholders of the SMS of a voucher'),
      'Write what {{1}}, {{2}} … of the template stand for.',
      { max: 3 },
    ),
  }),
});

export type WhatsApp = z.infer<typeof schema>;

export const whatsapp = {
  schema,
  load: (file) => file,
  shown: () => true as const,
  hasField: true,
  committed: () => ({}),
  documents: (_file, language) => documentsIn(language),
  problems: ({ voucher: { parameters } }) =>
    parameters.includes('code') && new Set(parameters).size === parameters.length
      ? []
      : [
          problemAt(
            'whatsapp.json',
            ['voucher', 'parameters'],
            'must name code, and nothing twice',
            'Write each once: without its code a voucher is worth nothing.',
          ),
        ],
  checked: (loaded) => ({
    line: `WhatsApp: ${loaded ? `beside SMS, ${loaded.first} first` : 'no (there is no whatsapp.json)'}.`,
    facts: { whatsapp: loaded?.first ?? null },
  }),
} satisfies CampaignPlugin<WhatsApp, WhatsApp>;
