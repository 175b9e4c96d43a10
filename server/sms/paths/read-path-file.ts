// Reads the file of SMS paths, with its secrets from the environment. Problems name places in the
// file and variables, never a value.
import { plainHost } from '../../platform/addresses.ts';
import { httpGatewaySchema, type HttpGateway } from '../gateway/gateway-schema.ts';
import { presets } from '../presets/presets.ts';
import { loadPathFile, secretsOf } from './load-path-file.ts';
import { problemsOf } from './path-problems.ts';
import { readReceiptHooks } from './read-receipt-hooks.ts';
import type { PathEntry, SmsPathConfig } from './path-schema.ts';

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
  const { name, sends, inFlight, perSecond, values, templates } = entry;
  return {
    name,
    sends,
    inFlight,
    perSecond,
    gateway: gatewayOf(entry),
    hasReceipts: entry.smpp !== undefined || entry.receipts !== undefined,
    values: { values, templates, secrets },
  };
}

function gatewayOf({ preset, http, smpp, values }: PathEntry): SmsPathConfig['gateway'] {
  if (smpp) return { kind: 'smpp', smpp: { ...smpp, host: plainHost(smpp.host) ?? smpp.host } };
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
