import * as z from 'zod';
import { fields } from '@inaam/server/operator/settings/fields.ts';
import { isPrivateAddress } from '@inaam/server/platform/addresses.ts';

// Where events are sent (guide.md).
const secretHint = 'Make one with: echo "whsec_$(openssl rand -base64 32)"';

export const webhookVariables = {
  WEBHOOK_URL: z.string().optional().describe('where events are sent, over https'),
  WEBHOOK_SECRET: z
    .string()
    .optional()
    .describe('signs them: `whsec_` and base64 of 24 to 64 bytes; two with a comma for a change'),
  WEBHOOK_HOSTS: fields.hosts.describe('hosts that may get events, with commas, without ports'),
  WEBHOOK_PRIVATE: z
    .enum(['no', 'yes'], 'must be no or yes')
    .default('no')
    .describe('`yes`: may be in a private network, and without TLS'),
};

export type Receiver = {
  url: URL;
  secrets: readonly Uint8Array[];
  /** Allows a receiver in a private network, and without TLS. */
  isPrivate: boolean;
};

type ReadWebhook = { receiver: Receiver | undefined; problems: string[] };

/** @returns no receiver without WEBHOOK_URL */
export function readWebhook(variables: Readonly<Record<string, string | undefined>>): ReadWebhook {
  const address = variables['WEBHOOK_URL'] ?? '';
  if (address === '') return { receiver: undefined, problems: [] };
  const hosts = webhookVariables.WEBHOOK_HOSTS.safeParse(variables['WEBHOOK_HOSTS'] ?? '').data;
  const isPrivate = variables['WEBHOOK_PRIVATE'] === 'yes';
  const { secrets, problem } = readSecrets(variables['WEBHOOK_SECRET'] ?? '');
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const problems = [
    ...(url ? addressProblems(url, hosts ?? [], isPrivate) : ['WEBHOOK_URL must be an address.']),
    ...(problem === undefined ? [] : [problem]),
  ];
  return { receiver: url && { url, secrets, isPrivate }, problems };
}

export const webhookProblems = (variables: Readonly<Record<string, string | undefined>>) =>
  readWebhook(variables).problems;

function addressProblems(url: URL, hosts: readonly string[], isPrivate: boolean): string[] {
  const problems: string[] = [];
  if (url.protocol !== 'https:' && !(isPrivate && url.protocol === 'http:')) {
    problems.push('WEBHOOK_URL must begin with https://.');
  }
  if (url.username !== '' || url.password !== '' || url.hash !== '') {
    problems.push('WEBHOOK_URL must have no user, password or fragment in it.');
  }
  const host = url.hostname.replaceAll(/[[\]]/g, '');
  if (!hosts.includes(host)) {
    problems.push('WEBHOOK_HOSTS must contain the host of WEBHOOK_URL.');
  }
  // A host name is checked when the connection is made.
  const isAddress = /^[\d.]+$|:/.test(host);
  if (isAddress && isPrivateAddress(host) && !isPrivate) {
    problems.push(
      'WEBHOOK_URL is in a private network. If that is meant, write WEBHOOK_PRIVATE=yes.',
    );
  }
  return problems;
}

/** Two secrets, separated by a comma, while the receiver changes to the new one. */
function readSecrets(text: string): { secrets: Uint8Array[]; problem?: string } {
  const secrets = text.split(',').map((part) => {
    const base64 = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(part.trim())?.[1] ?? '';
    return new Uint8Array(Buffer.from(base64, 'base64'));
  });
  const isGood = secrets.every(
    (secret) => secret.length >= 24 && secret.length <= 64 && new Set(secret).size >= 8,
  );
  if (isGood && secrets.length <= 2) return { secrets };
  return {
    secrets: [],
    problem: `WEBHOOK_SECRET must be one secret or two: whsec_ and base64 of 24 to 64 random bytes. ${secretHint}`,
  };
}
