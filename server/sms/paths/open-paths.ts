import { httpProvider } from '../http/http-provider.ts';
import type { SmsProvider } from '../provider.ts';
import type { Receipt } from '../receipts/receipt.ts';
import { smppProvider } from '../smpp/smpp-provider.ts';
import { readSmppReceipt, smppPatterns } from '../smpp/smpp-receipt.ts';
import { fillFixed } from './placeholders.ts';
import type { SmsPathConfig } from './read-path-file.ts';
import type { SmsPathOptions } from './sms-path.ts';

const kinds = { codes: 'otp', vouchers: 'voucher' } as const;

export type PathEvents = {
  /** @returns whether it was stored */
  onReceipt(path: string, receipt: Receipt): Promise<boolean>;
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
    hasReceipts: config.hasReceipts,
  }));

function providerOf({ name, gateway, values }: SmsPathConfig, events: PathEvents): SmsProvider {
  if (gateway.kind === 'http') return httpProvider(gateway.http, values);
  const { systemId, password } = gateway.smpp;
  const smpp = { ...gateway.smpp, systemId: fillFixed(systemId, values) };
  return smppProvider(smpp, fillFixed(password, values), {
    onLink: (isBound, reason) => events.onLink(name, isBound, reason),
    onDeliver: (pdu) => {
      const receipt = readSmppReceipt(pdu, smppPatterns, smpp.messageIds);
      // Nobody reads what else is sent to the header.
      return receipt ? events.onReceipt(name, receipt) : Promise.resolve(true);
    },
  });
}
