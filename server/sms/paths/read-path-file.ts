// The file of SMS paths, with its secrets from the environment. Problems name places of the file
// and variables, never a value.
import { readFileSync } from 'node:fs';
import type * as z from 'zod';
import { httpGatewaySchema, type HttpGateway } from '../http/gateway-schema.ts';
import type { SmppGateway } from '../smpp/smpp-schema.ts';
import { presets } from '../presets/presets.ts';
import { isNear } from './is-near.ts';
import { pathFileSchema, type PathEntry } from './path-schema.ts';
import { isKnownPlace, isPrivate, placesOf, type PathValues } from './places.ts';

export type SmsPathConfig = Pick<PathEntry, 'name' | 'sends' | 'inFlight' | 'perSecond'> & {
  gateway: { kind: 'http'; http: HttpGateway } | { kind: 'smpp'; smpp: SmppGateway };
  values: PathValues;
};

export type PathFile = { paths: readonly SmsPathConfig[]; problems: readonly string[] };

const secretPrefix = 'SMS_SECRET_';

/**
 * @param variables of the environment; only those whose names begin with SMS_SECRET_ are used
 * @param hosts that SMS may be handed to
 */
export function readPathFile(
  file: string,
  variables: Readonly<Record<string, string | undefined>>,
  hosts: readonly string[],
): PathFile {
  const text = readText(file);
  if ('problem' in text) return { paths: [], problems: [text.problem] };
  const parsed = pathFileSchema.safeParse(text.json);
  if (!parsed.success) {
    return { paths: [], problems: parsed.error.issues.map((issue) => problemOfIssue(issue)) };
  }
  const secrets = secretsOf(variables);
  const paths = parsed.data.paths.map((entry) => pathOf(entry, secrets));
  const names = paths.map(({ name }) => name);
  const problems = [
    ...names
      .filter((name, at) => names.indexOf(name) !== at)
      .map((name) => `SMS_PATHS_FILE has two paths named ${name}. Give each a name of its own.`),
    ...(['codes', 'vouchers'] as const)
      .filter((kind) => !paths.some(({ sends }) => sends.includes(kind)))
      .map((kind) => `SMS_PATHS_FILE has no path that sends ${kind}. Add them to a path's sends.`),
    ...paths.flatMap((path, at) => problemsOf(path, parsed.data.paths[at]?.allowPlain, hosts)),
    ...(variables['NODE_TLS_REJECT_UNAUTHORIZED'] === '0'
      ? [
          'NODE_TLS_REJECT_UNAUTHORIZED must not be 0: certificates are verified. For an authority of your own, set NODE_EXTRA_CA_CERTS.',
        ]
      : []),
  ];
  return { paths, problems };
}

function readText(file: string): { json: unknown } | { problem: string } {
  let text;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'no code';
    return {
      problem: `SMS_PATHS_FILE names a file that cannot be read (${code}). Write the path of a file like docs/recipes/sms-paths.md shows.`,
    };
  }
  try {
    const json: unknown = JSON.parse(text);
    return { json };
  } catch {
    return {
      problem: 'SMS_PATHS_FILE names a file that is not JSON. Correct its commas and quotes.',
    };
  }
}

/** Neither a value nor what was expected instead of one: an issue may repeat it. */
function problemOfIssue(issue: z.core.$ZodIssue): string {
  const place = issue.path.map(String).join('.') || 'the file';
  const what =
    issue.code === 'unrecognized_keys' ? `does not know ${issue.keys.join(', ')}` : issue.message;
  return `SMS_PATHS_FILE: ${place}: ${what}. See docs/recipes/sms-paths.md.`;
}

function secretsOf(variables: Readonly<Record<string, string | undefined>>) {
  return Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]): [string, string][] =>
      name.startsWith(secretPrefix) && value ? [[name.slice(secretPrefix.length), value]] : [],
    ),
  );
}

function pathOf(entry: PathEntry, secrets: Readonly<Record<string, string>>): SmsPathConfig {
  const { name, sends, inFlight, perSecond, values, templates } = entry;
  return {
    name,
    sends,
    inFlight,
    perSecond,
    gateway: gatewayOf(entry),
    values: { values, templates, secrets },
  };
}

function gatewayOf({ preset, http, smpp, values }: PathEntry): SmsPathConfig['gateway'] {
  if (smpp) return { kind: 'smpp', smpp };
  const given = preset === undefined ? http : presets[preset].gateway;
  return { kind: 'http', http: withAddress(httpGatewaySchema.parse(given), values) };
}

/** The address's values are filled in at once, so that its host can be checked. */
function withAddress(http: HttpGateway, values: Readonly<Record<string, string>>): HttpGateway {
  const address = http.address.replaceAll(/\{value\.(\w+)\}/g, (place, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? place) : place,
  );
  return { ...http, address };
}

function problemsOf(
  { name, gateway, values }: SmsPathConfig,
  allowPlain = false,
  hosts: readonly string[],
): string[] {
  const problems =
    gateway.kind === 'http'
      ? httpProblems(gateway.http, values, allowPlain, hosts)
      : smppProblems(gateway.smpp, values, allowPlain, hosts);
  return problems.map((problem) => `SMS_PATHS_FILE: path ${name}: ${problem}`);
}

function smppProblems(
  { host, tls, systemId, password }: SmppGateway,
  values: PathValues,
  allowPlain: boolean,
  hosts: readonly string[],
): string[] {
  return [
    ...hostProblems(host, hosts),
    ...(tls || allowPlain || isNear(host)
      ? []
      : ['it must use TLS. Beyond a private network, allowPlain allows to do without.']),
    ...[...placesOf(systemId), ...placesOf(password)].flatMap((place) =>
      isPrivate(place) ? [`{${place}} is not a known place.`] : placeProblems(place, values),
    ),
    ...(placesOf(password).some((place) => place.startsWith('secret.'))
      ? []
      : ['its password must be {secret.NAME}: secrets are not written into files.']),
  ];
}

function httpProblems(
  http: HttpGateway,
  values: PathValues,
  allowPlain: boolean,
  hosts: readonly string[],
): string[] {
  const { address, headers, basic, answer: _, ...others } = http;
  const everywhere = stringsOf([address, headers, basic ?? {}, others]).flatMap(placesOf);
  const inOpen = placesOf(address).filter(isPrivate);
  return [
    ...addressProblems(address, allowPlain, hosts),
    ...[...new Set(everywhere)].flatMap((place) => placeProblems(place, values)),
    ...[...new Set(inOpen)].map(
      (place) =>
        `{${place}} must not be in the address, which is logged on the way. Write it in form or json.`,
    ),
    ...(placesOf(address).some((place) => place.startsWith('secret.'))
      ? ['a secret must not be in the address, which is logged on the way. Write it in a header.']
      : []),
  ];
}

function addressProblems(address: string, allowPlain: boolean, hosts: readonly string[]): string[] {
  if (!URL.canParse(address)) return ['its address is not one. Write https://host/path.'];
  const { protocol, hostname, username } = new URL(address);
  if (!['https:', 'http:'].includes(protocol) || username !== '' || /[{}%]/.test(hostname)) {
    return ['its address must be https://host/path, with neither a user nor a place in the host.'];
  }
  return [
    ...hostProblems(hostname, hosts),
    ...(protocol === 'https:' || allowPlain || isNear(hostname)
      ? []
      : ['its address must be https://. Beyond a private network, allowPlain allows http://.']),
  ];
}

const hostProblems = (host: string, hosts: readonly string[]): string[] =>
  hosts.includes(host) ? [] : [`SMS_HOSTS does not list ${host}. Add it if SMS may go to it.`];

function placeProblems(place: string, given: PathValues): string[] {
  const [kind, name = ''] = place.split('.');
  if (kind === 'secret' && !Object.hasOwn(given.secrets, name)) {
    return [`the variable ${secretPrefix}${name} is missing from the environment.`];
  }
  if (kind === 'value' && !Object.hasOwn(given.values, name)) {
    return [`its values have no ${name}.`];
  }
  return isKnownPlace(place) ? [] : [`{${place}} is not a known place.`];
}

/** All strings in a value, at any depth. */
function stringsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsOf) : [];
}
