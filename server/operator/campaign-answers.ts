import { indianDay } from '../platform/period.rules.ts';
import { UsageError } from './command-context.ts';

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

const brandLengthMax = 12;

/** The first words of a name, as many as fit beside the menu on a phone; at least one. */
function shortName(name: string): string {
  const [first = '', ...others] = name.split(/\s+/);
  let short = first;
  for (const word of others) {
    if (`${short} ${word}`.length > brandLengthMax) break;
    short = `${short} ${word}`;
  }
  return short;
}

const dayMs = 86_400_000;

type Given = Omit<
  CampaignAnswers,
  'name' | 'brand' | 'promoter' | 'from' | 'until' | 'packPrice'
> & {
  name?: string | undefined;
  brand?: string | undefined;
  promoter?: string | undefined;
  from?: string | undefined;
  until?: string | undefined;
  price: string;
};

/**
 * @param now the campaign's time, ms; by default a new campaign begins two weeks later
 * @throws UsageError that names what is missing
 */
export function campaignAnswers(
  { name, promoter, brand, from, until, price, ...others }: Given,
  now: number,
): CampaignAnswers {
  if (name === undefined || promoter === undefined) {
    const missing = [
      ...(name === undefined ? ['--name, which shoppers read'] : []),
      ...(promoter === undefined ? ['--promoter, the company that promotes it'] : []),
    ];
    throw new UsageError(`Give ${missing.join(', and ')}.`);
  }
  const packPrice = Number(price);
  if (Number.isNaN(packPrice)) {
    throw new UsageError('--price must be a number of rupees, such as 10.');
  }
  return {
    ...others,
    name,
    promoter,
    brand: brand ?? shortName(name),
    from: from ?? indianDay(now + 14 * dayMs),
    until: until ?? indianDay(now + (14 + 90) * dayMs),
    packPrice,
  };
}
