import { httpProvider } from '../gateway/http-provider.ts';
import type { SmsProvider } from '../provider.ts';
import { smppProvider } from '../smpp/smpp-provider.ts';
import { readSmppReceipt, type SmppReceipt } from '../smpp/smpp-receipt.ts';
import { fillFixed } from './placeholders.ts';
import type { SmsPathConfig } from './path-schema.ts';
import type { SmsPathOptions } from './sms-path.ts';

const kinds = { codes: 'otp', vouchers: 'voucher' } as const;

export type PathEvents = {
  /** @returns whether it was stored */
  onReceipt(path: string, receipt: SmppReceipt): Promise<boolean>;
  /**
   * An SMSC sent something unreadable; `reason` quotes none of it.
   * @returns whether it may be confirmed
   */
  onUnread(path: string, reason: string): Promise<boolean>;
  /** An SMPP link was bound, lost or refused. */
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
    onDeliver: async (delivered) => {
      const read = readSmppReceipt(delivered, smpp.messageIds);
      if (read === 'notFinal') return true;
      return 'unread' in read
        ? events.onUnread(name, read.unread)
        : events.onReceipt(name, read.receipt);
    },
  });
}
