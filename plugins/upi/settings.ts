import * as z from 'zod';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { cashfree } from './server/cashfree.ts';
import type { Provider } from './server/provider.ts';
import { razorpayx } from './server/razorpayx.ts';

const text = (about: string) => z.string().optional().describe(about);

export const upiVariables = {
  UPI_PROVIDER: text('who pays rewards on UPI: `cashfree` or `razorpayx`, as in `upi.json`'),
  UPI_ADDRESS: text('of the provider’s API, if it is not the live one'),
  CASHFREE_CLIENT_ID: text('of Cashfree Payouts'),
  CASHFREE_CLIENT_SECRET: text('of Cashfree Payouts; signs its web hooks too'),
  RAZORPAYX_KEY_ID: text('of RazorpayX'),
  RAZORPAYX_KEY_SECRET: text('of RazorpayX'),
  RAZORPAYX_ACCOUNT: text('number of the RazorpayX account that pays'),
  UPI_WEBHOOK_SECRET: text('signs the web hooks of RazorpayX'),
};

type Variables = Readonly<Record<string, string | undefined>>;

const needed = {
  cashfree: ['CASHFREE_CLIENT_ID', 'CASHFREE_CLIENT_SECRET'],
  razorpayx: [
    'RAZORPAYX_KEY_ID',
    'RAZORPAYX_KEY_SECRET',
    'RAZORPAYX_ACCOUNT',
    'UPI_WEBHOOK_SECRET',
  ],
} as const;
type ProviderName = keyof typeof needed;

const isProvider = (name: string): name is ProviderName => Object.hasOwn(needed, name);

/** @returns without a provider if UPI_PROVIDER is not set */
export function readProvider(variables: Variables): {
  name?: ProviderName;
  provider?: Provider;
  problems: string[];
} {
  const of = (name: string) => variables[name] ?? '';
  const name = of('UPI_PROVIDER');
  if (name === '') return { problems: [] };
  if (!isProvider(name)) return { problems: ['UPI_PROVIDER must be cashfree or razorpayx.'] };
  const problems = [
    ...needed[name].filter((one) => of(one) === '').map((one) => `${one} is missing.`),
    ...(isAddress(of('UPI_ADDRESS'))
      ? []
      : ['UPI_ADDRESS must be an address that begins with https://, without a path.']),
  ];
  if (problems.length > 0) return { name, problems };
  return { name, provider: open(name, of), problems };
}

function open(name: ProviderName, of: (name: string) => string): Provider {
  if (name === 'cashfree') {
    return cashfree({
      address: of('UPI_ADDRESS') || 'https://api.cashfree.com',
      clientId: of('CASHFREE_CLIENT_ID'),
      secret: of('CASHFREE_CLIENT_SECRET'),
    });
  }
  return razorpayx({
    address: of('UPI_ADDRESS') || 'https://api.razorpay.com',
    keyId: of('RAZORPAYX_KEY_ID'),
    secret: of('RAZORPAYX_KEY_SECRET'),
    account: of('RAZORPAYX_ACCOUNT'),
    hookSecret: of('UPI_WEBHOOK_SECRET'),
  });
}

/** Without TLS only on this machine. */
function isAddress(text: string): boolean {
  if (text === '') return true;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isLocal = url?.protocol === 'http:' && url.hostname === '127.0.0.1';
  return (url?.protocol === 'https:' || isLocal) && text === url?.origin;
}

export const upiProblems = (variables: Variables) => readProvider(variables).problems;

/** Why the settings do not fit a campaign that pays on UPI. */
export function providerProblem(
  { upi }: Pick<ServerCampaign, 'upi'>,
  variables: Variables,
): string | undefined {
  const { name, provider, problems } = readProvider(variables);
  if (!upi) return undefined;
  if (name === undefined) return 'UPI_PROVIDER is missing.';
  if (name !== upi.provider) return `UPI_PROVIDER is ${name}, and upi.json says ${upi.provider}.`;
  return provider ? undefined : problems.join(' ');
}
