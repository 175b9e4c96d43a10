import { httpProvider } from '../http/http-provider.ts';
import type { SmsProvider } from '../provider.ts';
import { smppProvider } from '../smpp/smpp-provider.ts';
import { fillFixed } from './places.ts';
import type { SmsPathConfig } from './read-path-file.ts';
import type { SmsPathOptions } from './sms-path.ts';

const kinds = { codes: 'otp', vouchers: 'voucher' } as const;

export type PathEvents = {
  /** The link of an SMPP path was bound, lost or refused. */
  onLink(path: string, isBound: boolean, reason: string): void;
};

export const openPaths = (
  configs: readonly SmsPathConfig[],
  events: PathEvents,
): SmsPathOptions[] =>
  configs.map((config) => ({
    name: config.name,
    sends: config.sends.map((kind) => kinds[kind]),
    provider: providerOf(config, events),
    limits: { inFlight: config.inFlight, perSecond: config.perSecond },
  }));

function providerOf({ name, gateway, values }: SmsPathConfig, events: PathEvents): SmsProvider {
  if (gateway.kind === 'http') return httpProvider(gateway.http, values);
  const { systemId, password } = gateway.smpp;
  const smpp = { ...gateway.smpp, systemId: fillFixed(systemId, values) };
  return smppProvider(smpp, fillFixed(password, values), {
    onLink: (isBound, reason) => events.onLink(name, isBound, reason),
    // Only receipts are expected, and nobody reads what else is sent to the header.
    onDeliver: () => Promise.resolve(true),
  });
}
