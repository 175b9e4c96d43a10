// Errors never contain the value.
import { isIP } from 'node:net';
import * as z from 'zod';
import { isLocal, readDatabaseUrl } from './database-url.ts';
import { isAddressRange, plainHost } from '../../platform/addresses.ts';
import { openIpDatabase } from '../../platform/ip-info.ts';

const secretBytes = 32;
const secretHint = 'Make one with: openssl rand -base64 32';
/** Random 32 bytes have fewer different values than this less than once in 10^30 times. */
const differentBytesMin = 8;

/** Base64 as `openssl` writes it. Node would accept anything. */
const base64 = /^[A-Za-z0-9+/]+={0,2}$/;

function keyProblem(text: string): string | undefined {
  const bytes = Buffer.from(text, 'base64');
  if (!base64.test(text) || bytes.length < secretBytes) {
    return `must be base64 of ${secretBytes} bytes or more`;
  }
  if (new Set(bytes).size < differentBytesMin) return 'is not random';
  return undefined;
}

type Taken<Value> = { value: Value } | { problem: string };

/** @param missing the problem of a variable that is not set; an optional one has none */
const field = <Value>(take: (text: string) => Taken<Value>, missing?: string) =>
  z.string(missing).transform((text, context) => {
    const taken = take(text);
    if ('value' in taken) return taken.value;
    context.addIssue(taken.problem);
    return z.NEVER;
  });

const bytesFrom = (base64: string) => new Uint8Array(Buffer.from(base64, 'base64'));

const secret = field((text) => {
  const problem = keyProblem(text);
  return problem === undefined
    ? { value: bytesFrom(text) }
    : { problem: `${problem}. ${secretHint}` };
}, `is missing. ${secretHint}`);

const drawPartHint =
  'Write it as the file of this name in secrets/, which only this user can read. Make one with: npx inaam draw part --out <path>';

const drawPart = field((text) => {
  const bytes = bytesFrom(text);
  const problem = keyProblem(text);
  if (problem === undefined && bytes.length === secretBytes) return { value: bytes };
  return { problem: `${problem ?? `must be ${secretBytes} bytes`}. ${drawPartHint}` };
}, `is missing. ${drawPartHint}`);

const sealKeysHint =
  'Write `<id>:<base64 of 32 bytes>`, with ids from 0 to 255, separated by commas; the first one encrypts';

const sealKeys = field((text) => {
  const parts = text.split(',').map((part) => /^(\d{1,3}):(.*)$/.exec(part.trim()) ?? []);
  const keys = parts.map(([, id, key = '']) => ({ id: Number(id), key: bytesFrom(key) }));
  const ids = new Set(keys.map(({ id }) => id));
  const good = keys.every(({ id, key }) => id >= 0 && id <= 255 && key.length === secretBytes);
  if (!good || ids.size !== keys.length) {
    return { problem: `is not a list of keys. ${sealKeysHint}` };
  }
  return parts.some(([, , key = '']) => keyProblem(key) !== undefined)
    ? { problem: `holds a key that is not random. ${secretHint}` }
    : { value: keys };
}, `is missing. ${sealKeysHint}`);

const voucherPublicKeyHint =
  'Write what `npx inaam keys public` prints where VOUCHER_SEAL_KEYS are';

const voucherPublicKey = field((text) => {
  const [, id, key = ''] = /^(\d{1,3}):([A-Za-z0-9+/]{43}=)$/.exec(text.trim()) ?? [];
  return id !== undefined && Number(id) <= 255
    ? { value: { id: Number(id), key: bytesFrom(key) } }
    : { problem: `is not a public key. ${voucherPublicKeyHint}` };
}, `is missing. ${voucherPublicKeyHint}`);

/** Names, numbers and tokens travel to the database, so the connection must be encrypted. */
const unsafe =
  'must use TLS with a verified certificate unless PostgreSQL is on this machine: add ?sslmode=verify-full, and &sslrootcert=<file> for your own certificate authority';

const databaseUrl = field((text) => {
  const read = readDatabaseUrl(text);
  if ('problem' in read) return read;
  return read.isSafe ? { value: read.url } : { problem: unsafe };
}, 'is missing. Write postgres://user:password@host:5432/database');

const origin = z
  .string('is missing. Write where shoppers reach the site, such as https://win.example')
  .refine(
    (text) =>
      /^https?:\/\/[^/\s?#@]+$/.test(text) &&
      URL.canParse(text) &&
      (text.startsWith('https:') || isLocal(new URL(text).hostname)),
    'must be an origin such as https://win.example, without a path; http only on this machine',
  );

/** Browsers support passkeys only over https and on localhost, and never for an IP address. */
const isPasskeyOrigin = (text: string) => {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, origin } = new URL(text);
  const isHost = protocol === 'https:' || (protocol === 'http:' && hostname === 'localhost');
  const isAddress = isIP(hostname) !== 0 || hostname.startsWith('[');
  return isHost && !isAddress && origin === text;
};

const consoleOrigin = z
  .string(
    'is missing. Write where colleagues open the console, such as https://console.win.example',
  )
  .refine(
    isPasskeyOrigin,
    'must be an origin such as https://console.win.example; http only for http://localhost:8090',
  );

/** The draw's answer is trusted, so nobody between two machines may be able to change it. */
const drawUrl = z
  .string()
  .refine((text) => {
    if (!URL.canParse(text)) return false;
    const url = new URL(text);
    const isPlain = url.protocol === 'http:' && isLocal(url.hostname);
    return (isPlain || url.protocol === 'https:') && url.origin === text;
  }, 'must be an origin such as http://127.0.0.1:9466; on another machine, https:// with a certificate that this one trusts')
  .optional();

const file = z.string('is missing. Write the path of a file that only this program may write');

const wholeNumber = (min: number, max: number, fallback: number) =>
  field((text) => {
    const value = Number(text);
    return /^\d{1,6}$/.test(text) && value >= min && value <= max
      ? { value }
      : { problem: `must be a whole number from ${min} to ${max}` };
  }).default(fallback);

const port = (fallback: number) => wholeNumber(0, 65_535, fallback);

/** @param take undefined for a part that is wrong */
const list = (take: (part: string) => string | undefined, problem: string) =>
  field((text) => {
    const written = text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean);
    const value = written.flatMap((part) => take(part) ?? []);
    return value.length === written.length ? { value } : { problem };
  }).default([]);

/** Hosts that something may be sent to, normalized by `plainHost`. */
const hosts = list(
  plainHost,
  'must be host names or addresses without a port, separated by commas',
);

/** Whose X-Forwarded-For and X-Request-Id are trusted. */
const proxies = list(
  (part) => (isAddressRange(part) ? part : undefined),
  'must be addresses or ranges such as 10.0.0.0/8, separated by commas',
);

const campaigns = list(
  (part) => (/^[a-z0-9-]{1,40}$/.test(part) ? part : undefined),
  'must be ids of campaigns, separated by commas',
);

/** The address to listen on. Node takes IPv6 only without brackets. */
const listenHost = (fallback: string) =>
  field((text) => ({ value: text.replace(/^\[(.*)\]$/, '$1') })).default(fallback);

/** Opened here, so that a problem is listed together with the others. */
const ipDatabase = field((path) => {
  const opened = openIpDatabase(path);
  return 'lookUp' in opened ? { value: opened.lookUp } : opened;
});

const providerHint =
  'Write paths to send SMS by the paths of SMS_PATHS_FILE, or mailbox: messages are stored in the database, and nothing is sent to real phones';

export const fields = {
  secret,
  drawPart,
  sealKeys,
  voucherPublicKey,
  databaseUrl,
  drawUrl,
  file,
  origin,
  consoleOrigin,
  wholeNumber,
  port,
  hosts,
  proxies,
  campaigns,
  listenHost,
  ipDatabase: ipDatabase.optional(),
  /** Required, so that nobody wrongly assumes that SMS are sent. */
  smsProvider: z.enum(['mailbox', 'paths'], {
    error: ({ input }) =>
      input === undefined
        ? `is missing. ${providerHint}`
        : `is not a known provider. ${providerHint}`,
  }),
};

/** All secrets must differ, because the draw secret is published in the end. */
export function equalSecretProblems(
  names: readonly string[],
  variables: Readonly<Record<string, string | undefined>>,
): string[] {
  const owners = new Map<string, string>();
  const keys = names
    .filter((name) => /(?:_KEYS|_SECRET|_TOKEN|_PART_(?:ONE|TWO))$/.test(name))
    .flatMap((name) =>
      (variables[name] ?? '').split(',').map((part) => ({ name, key: bytesOf(part) })),
    );
  return keys.flatMap(({ name, key }) => {
    const owner = owners.get(key);
    if (key === '' || owner === undefined) {
      owners.set(key, name);
      return [];
    }
    return owner === name
      ? [`${name} holds the same key twice. Give each id a different key.`]
      : [`${name} is the same as ${owner}. Make one for each with: openssl rand -base64 32.`];
  });
}

const bytesOf = (part: string) =>
  Buffer.from(part.trim().replace(/^\d+:/, ''), 'base64').toString('hex');
