// Problems of a path whose entry has the right shape. No sentence quotes a value.
import { plainHost, addressMatcher } from '../../platform/addresses.ts';
import type { HttpGateway } from '../gateway/gateway-schema.ts';
import type { PathEntry, SmsPathConfig } from './path-schema.ts';
import {
  isKnownPlaceholder,
  isPrivate,
  placeholdersOf,
  type PathValues,
  secretPrefix,
} from './placeholders.ts';

/** What a path does only if its file allows it. */
type Allowed = Pick<PathEntry, 'allowPlain' | 'allowPrivateQuery'>;

export function problemsOf(
  { name, gateway, values }: SmsPathConfig,
  allowed: Allowed,
  hosts: readonly string[],
): string[] {
  return httpProblems(gateway, values, allowed, hosts).map(
    (problem) => `SMS_PATHS_FILE: path ${name}: ${problem}`,
  );
}

function httpProblems(
  http: HttpGateway,
  values: PathValues,
  { allowPlain, allowPrivateQuery }: Allowed,
  hosts: readonly string[],
): string[] {
  const { address, headers, basic, answer: _, ...others } = http;
  const everywhere = stringsOf([address, headers, basic ?? {}, others]).flatMap(placeholdersOf);
  const inQuery = stringsOf(http.query).flatMap(placeholdersOf).filter(isPrivateOrSecret);
  const inAddress = placeholdersOf(address).filter(isPrivate);
  return [
    ...addressProblems(address, allowPlain, hosts),
    ...[...new Set(everywhere)].flatMap((place) => placeProblems(place, values)),
    ...(everywhere.includes('encoding') && !http.encoding
      ? ['{encoding} needs encoding: write what it is for gsm7 and for ucs2.']
      : []),
    ...(everywhere.includes('category') && !http.categories
      ? ['{category} needs categories: write what each DLT category is called.']
      : []),
    ...(credentialsOf(http).every(hasSecret)
      ? []
      : ['its authorization must be {secret.NAME}: secrets are not written into files.']),
    ...[...new Set(inAddress)].map(
      (place) =>
        `{${place}} must not be in the address, which is logged on the way. Write it in form or json.`,
    ),
    ...(hasSecret(address)
      ? ['a secret must not be in the address, which is logged on the way. Write it in a header.']
      : []),
    ...(allowPrivateQuery ? [] : [...new Set(inQuery)]).map(
      (place) =>
        `{${place}} must not be in the query, which is logged on the way. Write it in form, json or headers. Where the gateway takes nothing else, allowPrivateQuery permits it.`,
    ),
  ];
}

const hasSecret = (text: string) =>
  placeholdersOf(text).some((place) => place.startsWith('secret.'));

/** Places that certainly hold a secret; the gateway chooses the names of other headers. */
const credentialsOf = ({ basic, headers }: HttpGateway): string[] => [
  ...(basic ? [basic.user + basic.password] : []),
  ...Object.entries(headers).flatMap(([name, value]) =>
    name.toLowerCase() === 'authorization' ? [value] : [],
  ),
];

const isPrivateOrSecret = (place: string) => isPrivate(place) || place.startsWith('secret.');

function addressProblems(address: string, allowPlain: boolean, hosts: readonly string[]): string[] {
  if (!URL.canParse(address)) return ['its address is not a URL. Write https://host/path.'];
  const { protocol, hostname, username } = new URL(address);
  if (!['https:', 'http:'].includes(protocol) || username !== '' || /[{}%]/.test(hostname)) {
    return [
      'its address must be https://host/path, with neither a user nor a placeholder in the host.',
    ];
  }
  return [
    ...hostProblems(hostname, hosts),
    ...(protocol === 'https:' || allowPlain || isPrivateHost(hostname)
      ? []
      : ['its address must be https://. Outside a private network, allowPlain permits http://.']),
  ];
}

const hostProblems = (host: string, hosts: readonly string[]): string[] =>
  hosts.includes(plainHost(host) ?? '')
    ? []
    : [`SMS_HOSTS does not list ${host}. Add it if SMS may go to it.`];

function placeProblems(place: string, given: PathValues): string[] {
  const [kind, name = ''] = place.split('.');
  if (kind === 'secret' && !Object.hasOwn(given.secrets, name)) {
    return [`${secretPrefix}${name} is missing: write it as the file of this name in secrets/.`];
  }
  if (kind === 'value' && !Object.hasOwn(given.values, name)) {
    return [`its values have no ${name}.`];
  }
  return isKnownPlaceholder(place) ? [] : [`{${place}} is not a known placeholder.`];
}

function stringsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsOf) : [];
}

const isInPrivateNetwork = addressMatcher([
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '::1',
  'fc00::/7',
]);

/** This machine, or an address in a private network. A name could lead anywhere. */
export function isPrivateHost(host: string): boolean {
  const address = host.replace(/^\[(.*)\]$/, '$1');
  return address === 'localhost' || isInPrivateNetwork(address);
}
