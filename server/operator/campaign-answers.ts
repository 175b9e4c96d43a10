import * as z from 'zod';
import { indianDay } from '../platform/period.rules.ts';
import { UsageError, type CommandContext } from './command-context.ts';
import { askMissing } from './ask-missing.ts';

export type CampaignAnswers = {
  id: string;
  name: string;
  /** A short name, shown beside the menu. */
  brand: string;
  promoter: string;
  /** First and last day in India, `YYYY-MM-DD`. */
  from: string;
  until: string;
  packPrice: number;
  email: string;
  phone: string;
  /** From the DLT registration. */
  entity: string;
  header: string;
};

const answers = z.object({
  name: z.string(),
  brand: z.string(),
  promoter: z.string(),
  from: z.string(),
  until: z.string(),
  price: z.coerce.number(),
  email: z.string(),
  phone: z.string(),
  entity: z.string(),
  header: z.string(),
});

/** Used until the campaign is registered with DLT; `sms.json` says what else must be registered. */
const unregistered = { entity: '1101000000000000000', header: 'INAAMB' } as const;

const brandLengthMax = 12;

/** The first words of a name, as many as fit beside the menu on a phone; at least one. */
function shortName(name = ''): string {
  const [first = '', ...others] = name.split(/\s+/);
  let short = first;
  for (const word of others) {
    if (`${short} ${word}`.length > brandLengthMax) break;
    short = `${short} ${word}`;
  }
  return short;
}

const dayMs = 86_400_000;
const dayAfter = (now: number, days: number) => indianDay(now + days * dayMs);

function parsedAnswers(
  found: Readonly<Record<string, string | undefined>>,
): z.infer<typeof answers> {
  const parsed = answers.safeParse(found);
  if (!parsed.success) throw new UsageError('--price must be a number of rupees, such as 10.');
  return parsed.data;
}

/** @param now the campaign's time, ms; by default a new campaign begins two weeks later */
export async function campaignAnswers(
  context: CommandContext,
  id: string,
  given: Readonly<Record<string, string | undefined>>,
  now: number,
): Promise<CampaignAnswers> {
  const found = await askMissing(context, given, [
    { name: 'name', label: 'Name that shoppers read' },
    { name: 'brand', label: 'Short name in the header', fallback: ({ name }) => shortName(name) },
    { name: 'promoter', label: 'Company that promotes it' },
    { name: 'from', label: 'First day in India', fallback: dayAfter(now, 14) },
    { name: 'until', label: 'Last day in India', fallback: dayAfter(now, 14 + 90) },
    { name: 'price', label: 'Price of the pack in rupees', fallback: '10' },
    { name: 'email', label: 'Email of the support', fallback: 'support@example.com' },
    { name: 'phone', label: 'Phone of the support', fallback: '1800 000 0000' },
    { name: 'entity', label: 'DLT entity id', fallback: unregistered.entity },
    { name: 'header', label: 'DLT header', fallback: unregistered.header },
  ]);
  const { price: packPrice, ...others } = parsedAnswers(found);
  return { id, packPrice, ...others };
}
