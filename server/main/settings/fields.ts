// Errors never contain the value.
import * as z from 'zod';
import { isLocal, readDatabaseUrl } from './database-url.ts';
import { readSecretFile } from '../../platform/read-secret-file.ts';
import { plainHost } from '../../platform/addresses.ts';
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

const secret = z.string(`is missing. ${secretHint}`).transform((text, context) => {
  const problem = keyProblem(text);
  if (problem === undefined) return new Uint8Array(Buffer.from(text, 'base64'));
  context.addIssue(`${problem}. ${secretHint}`);
  return z.NEVER;
});

const drawPartHint =
  'Write base64 of 32 bytes, or file:<path> of a file that contains it and that only this user can read. Make one with: npm run operator -- draw part --out <path>';

/** A file, so that the part's holder can place it without anybody else reading it. */
const drawPart = z.string(`is missing. ${drawPartHint}`).transform((value, context) => {
  const read = value.startsWith('file:')
    ? readSecretFile(value.slice('file:'.length))
    : { text: value };
  if ('problem' in read) {
    context.addIssue(`${read.problem}. ${drawPartHint}`);
    return z.NEVER;
  }
  const bytes = Buffer.from(read.text, 'base64');
  const problem = keyProblem(read.text);
  if (problem === undefined && bytes.length === secretBytes) return new Uint8Array(bytes);
  context.addIssue(`${problem ?? `must be ${secretBytes} bytes`}. ${drawPartHint}`);
  return z.NEVER;
});

const sealKeysHint =
  'Write `<id>:<base64 of 32 bytes>`, with ids from 0 to 255, separated by commas; the first one encrypts';

const sealKeys = z.string(`is missing. ${sealKeysHint}`).transform((text, context) => {
  const parts = text.split(',').map((part) => /^(\d{1,3}):(.*)$/.exec(part.trim()) ?? []);
  const keys = parts.map(([, id, key = '']) => ({
    id: Number(id),
    key: new Uint8Array(Buffer.from(key, 'base64')),
  }));
  const ids = new Set(keys.map(({ id }) => id));
  const good = keys.every(({ id, key }) => id >= 0 && id <= 255 && key.length === secretBytes);
  if (!good || ids.size !== keys.length) context.addIssue(`is not a list of keys. ${sealKeysHint}`);
  else if (parts.some(([, , key = '']) => keyProblem(key) !== undefined)) {
    context.addIssue(`holds a key that is not random. ${secretHint}`);
  } else return keys;
  return z.NEVER;
});

const voucherPublicKeyHint =
  'Write what `npm run operator -- keys public` prints where VOUCHER_SEAL_KEYS are';

const voucherPublicKey = z
  .string(`is missing. ${voucherPublicKeyHint}`)
  .transform((text, context) => {
    const [, id, base64 = ''] = /^(\d{1,3}):([A-Za-z0-9+/]{43}=)$/.exec(text.trim()) ?? [];
    const key = new Uint8Array(Buffer.from(base64, 'base64'));
    if (id !== undefined && Number(id) <= 255) return { id: Number(id), key };
    context.addIssue(`is not a public key. ${voucherPublicKeyHint}`);
    return z.NEVER;
  });

/** Names, numbers and tokens travel to the database, so the connection must be encrypted. */
const unsafe =
  'must use TLS with a verified certificate unless PostgreSQL is on this machine: add ?sslmode=verify-full, and &sslrootcert=<file> for your own certificate authority';

const databaseUrl = z
  .string('is missing. Write postgres://user:password@host:5432/database')
  .transform((text, context) => {
    const read = readDatabaseUrl(text);
    if ('url' in read && read.isSafe) return read.url;
    context.addIssue('problem' in read ? read.problem : unsafe);
    return z.NEVER;
  });

const origin = z
  .string('is missing. Write where shoppers reach the site, such as https://win.example')
  .refine(
    (text) => /^https?:\/\/[^/\s?#@]+$/.test(text) && URL.canParse(text),
    'must be an origin such as https://win.example, without a path',
  );

/** The draw's answer is trusted, so nobody between two machines may be able to change it. */
const drawUrl = z
  .string()
  .default('http://127.0.0.1:9466')
  .refine((text) => {
    if (!URL.canParse(text)) return false;
    const url = new URL(text);
    const isPlain = url.protocol === 'http:' && isLocal(url.hostname);
    return (isPlain || url.protocol === 'https:') && url.origin === text;
  }, 'must be an origin such as http://127.0.0.1:9466; on another machine, https:// with a certificate that this one trusts');

const file = z.string('is missing. Write the path of a file that only this program may write');

const wholeNumber = (min: number, max: number, fallback: number) =>
  z
    .string()
    .default(String(fallback))
    .transform((text, context) => {
      const value = Number(text);
      if (!/^\d{1,6}$/.test(text) || value < min || value > max) {
        context.addIssue(`must be a whole number from ${min} to ${max}`);
        return z.NEVER;
      }
      return value;
    });

const list = (isGood: (part: string) => boolean, problem: string) =>
  z
    .string()
    .default('')
    .transform((text, context) => {
      const parts = text
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean);
      if (parts.every(isGood)) return parts;
      context.addIssue(problem);
      return z.NEVER;
    });

/** Hosts that something may be sent to, normalized by `plainHost`. */
const hosts = list(
  (part) => plainHost(part) !== undefined,
  'must be host names or addresses without a port, separated by commas',
).transform((parts) => parts.flatMap((part) => plainHost(part) ?? []));

/** The address to listen on. Node takes IPv6 only without brackets. */
const listenHost = (fallback: string) =>
  z
    .string()
    .default(fallback)
    .transform((text) => text.replace(/^\[(.*)\]$/, '$1'));

/** Opened here, so that a problem is listed together with the others. */
const ipDatabase = z
  .string()
  .optional()
  .transform((file, context) => {
    if (file === undefined) return undefined;
    const opened = openIpDatabase(file);
    if ('lookUp' in opened) return opened.lookUp;
    context.addIssue(opened.problem);
    return z.NEVER;
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
  wholeNumber,
  list,
  hosts,
  listenHost,
  ipDatabase,
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
    .filter((name) => /(?:SEAL_KEYS|_SECRET|_TOKEN|_PART_(?:ONE|TWO))$/.test(name))
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
