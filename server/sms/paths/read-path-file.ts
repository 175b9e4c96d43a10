// Reads the file of SMS paths, with its secrets from the environment. Problems name places in the
// file and variables, never a value.
import { httpProvider } from '../gateway/http-provider.ts';
import type { SmsPathOptions } from './sms-path.ts';
import { httpGatewaySchema, type HttpGateway } from '../gateway/gateway-schema.ts';
import { presets } from '../presets/presets.ts';
import { problemsOf } from './path-problems.ts';
import { type PathEntry, type SmsPathConfig, pathFileSchema } from './path-schema.ts';
import { readFileSync } from 'node:fs';
import type * as z from 'zod';
import { textOfFile } from '@inaam/campaigns/loader/read-json.ts';
import { errorCode } from '../../platform/errors.ts';
import { receiptHook, type ReceiptHook } from '../receipts/receipt-hook.ts';
import { fillFixed, placeholdersOf, secretPrefix } from './placeholders.ts';
import { parseJson } from '../../platform/format.ts';

export type PathFile = { paths: readonly SmsPathConfig[]; problems: readonly string[] };

/**
 * @param variables of the environment; only those whose names begin with SMS_SECRET_ are used
 * @param hosts that SMS may be sent to
 */
export function readPathFile(
  file: string,
  variables: Readonly<Record<string, string | undefined>>,
  hosts: readonly string[],
): PathFile {
  const loaded = loadPathFile(file);
  if ('problems' in loaded) return { paths: [], problems: loaded.problems };
  const secrets = secretsOf(variables);
  const paths = loaded.entries.map((entry) => pathOf(entry, secrets));
  const problems = [
    ...(['codes', 'vouchers'] as const)
      .filter((kind) => !paths.some(({ sends }) => sends.includes(kind)))
      .map((kind) => `SMS_PATHS_FILE has no path that sends ${kind}. Add them to a path's sends.`),
    ...readReceiptHooks(file, variables).problems,
    ...loaded.entries.flatMap((entry) => problemsOf(pathOf(entry, secrets), entry, hosts)),
    ...(variables['NODE_TLS_REJECT_UNAUTHORIZED'] === '0'
      ? [
          'NODE_TLS_REJECT_UNAUTHORIZED must not be 0: certificates are verified. For your own certificate authority, set NODE_EXTRA_CA_CERTS.',
        ]
      : []),
  ];
  return { paths, problems };
}

function pathOf(entry: PathEntry, secrets: Readonly<Record<string, string>>): SmsPathConfig {
  const { name, sends, inFlight, perSecond, sendMs, values, templates } = entry;
  return {
    name,
    sends,
    inFlight,
    perSecond,
    sendMs,
    gateway: gatewayOf(entry),
    hasReceipts: entry.receipts !== undefined,
    values: { values, templates, secrets },
  };
}

function gatewayOf({ preset, http, values }: PathEntry): HttpGateway {
  const given = preset === undefined ? http : presets[preset].gateway;
  return withAddress(httpGatewaySchema.parse(given), values);
}

/** The address's values are filled in at once, so that its host can be checked. */
function withAddress(http: HttpGateway, values: Readonly<Record<string, string>>): HttpGateway {
  const address = http.address.replaceAll(/\{value\.(\w+)\}/g, (place, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? place) : place,
  );
  return { ...http, address };
}

// Reads the file of SMS paths, and the secrets that it may name.

type LoadedFile = { entries: readonly PathEntry[] } | { problems: readonly string[] };

function loadPathFile(file: string): LoadedFile {
  const text = readText(file);
  if ('problem' in text) return { problems: [text.problem] };
  const parsed = pathFileSchema.safeParse(text.json);
  return parsed.success
    ? { entries: parsed.data.paths }
    : { problems: parsed.error.issues.map(problemOfIssue) };
}

function readText(file: string): { json: unknown } | { problem: string } {
  let text;
  try {
    text = textOfFile(readFileSync(file));
  } catch (error) {
    return {
      problem: `SMS_PATHS_FILE names a file that cannot be read (${errorCode(error)}). Write the path of a file like docs/make/sms.md shows.`,
    };
  }
  const json = parseJson(text);
  return json === undefined
    ? { problem: 'SMS_PATHS_FILE names a file that is not JSON. Correct its commas and quotes.' }
    : { json };
}

/** Contains neither the value nor what was expected, because an issue may quote it. */
function problemOfIssue(issue: z.core.$ZodIssue): string {
  const place = issue.path.map(String).join('.') || 'the file';
  const what =
    issue.code === 'unrecognized_keys' ? `does not know ${issue.keys.join(', ')}` : issue.message;
  return `SMS_PATHS_FILE: ${place}: ${what}. See docs/make/sms.md.`;
}

/**
 * @param isOfReceipts only those that prove who sends receipts
 * @returns the variables that the file names; none if it cannot be read
 */
export function secretsNamed(file: string, isOfReceipts: boolean): string[] {
  const loaded = loadPathFile(file);
  if ('problems' in loaded) return [];
  const texts = loaded.entries.map((entry) =>
    JSON.stringify(isOfReceipts ? (entry.receipts ?? {}) : [entry, presetOf(entry)]),
  );
  const names = texts.flatMap(placeholdersOf).flatMap((name) => {
    const [kind, secret] = name.split('.');
    return kind === 'secret' && secret !== undefined ? [`${secretPrefix}${secret}`] : [];
  });
  return [...new Set(names)];
}

const presetOf = ({ preset }: PathEntry) => (preset === undefined ? undefined : presets[preset]);

function secretsOf(variables: Readonly<Record<string, string | undefined>>) {
  return Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]): [string, string][] =>
      name.startsWith(secretPrefix) && value ? [[name.slice(secretPrefix.length), value]] : [],
    ),
  );
}

// The receipts of paths. `serve` reads nothing else of the file.

export function readReceiptHooks(
  file: string,
  variables: Readonly<Record<string, string | undefined>>,
): { hooks: readonly ReceiptHook[]; problems: readonly string[] } {
  const loaded = loadPathFile(file);
  if ('problems' in loaded) return { hooks: [], problems: loaded.problems };
  const secrets = secretsOf(variables);
  const problems = loaded.entries.flatMap((entry) =>
    receiptProblems(entry, secrets).map(
      (problem) => `SMS_PATHS_FILE: path ${entry.name}: its receipts ${problem}`,
    ),
  );
  const hooks = loaded.entries.flatMap((entry) => hookOf(entry, secrets) ?? []);
  return { hooks: problems.length === 0 ? hooks : [], problems };
}

const receiptFieldsOf = ({ preset, receipts }: PathEntry) =>
  receipts?.fields ?? (preset === undefined ? undefined : presets[preset].receipts);

function hookOf(
  entry: PathEntry,
  secrets: Readonly<Record<string, string>>,
): ReceiptHook | undefined {
  const fields = receiptFieldsOf(entry);
  if (!entry.receipts || !fields) return undefined;
  const { addresses, secret, words } = entry.receipts;
  const filled = (text: string) => fillFixed(text, { values: {}, templates: {}, secrets });
  return receiptHook(
    entry.name,
    {
      addresses,
      words,
      ...(secret && { secret: { ...secret, value: filled(secret.value) } }),
    },
    fields,
  );
}

function receiptProblems(entry: PathEntry, secrets: Readonly<Record<string, string>>): string[] {
  const { receipts } = entry;
  if (!receipts) return [];
  const { addresses, secret } = receipts;
  return [
    ...(receiptFieldsOf(entry) ? [] : ['have no fields. Write where reference and status stand.']),
    ...(addresses.length === 0 && !secret
      ? ['would be believed from anybody. Write a secret or addresses.']
      : []),
    ...(secret ? secretProblems(secret.value, secrets) : []),
  ];
}

function secretProblems(text: string, secrets: Readonly<Record<string, string>>): string[] {
  const name = /^\{secret\.(\w+)\}$/.exec(text)?.[1];
  if (name === undefined) {
    return ['must name their secret as {secret.NAME}: secrets are not written into files.'];
  }
  return Object.hasOwn(secrets, name)
    ? []
    : [
        `need ${secretPrefix}${name}, which is missing: write it as the file of this name in secrets/.`,
      ];
}

const kinds = { codes: 'otp', vouchers: 'voucher' } as const;

export const openPaths = (configs: readonly SmsPathConfig[]): SmsPathOptions[] =>
  configs.map(({ name, sends, gateway, values, inFlight, perSecond, sendMs, hasReceipts }) => ({
    name,
    sends: sends.map((kind) => kinds[kind]),
    provider: httpProvider(gateway, values),
    limits: { inFlight, perSecond },
    sendMs,
    hasReceipts,
  }));
