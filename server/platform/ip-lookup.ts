import { addressMatcher } from './address-ranges.ts';
import { plainAddress } from './plain-address.ts';
import { ipInfoOf, type IpInfo } from './ip-info.ts';

export type IpLookup = (address: string | undefined) => IpInfo | undefined;

type Records = { get(address: string): unknown };

/**
 * Networks to which free databases assign a location although they have none: private, local and
 * example networks.
 */
const isNowhere = addressMatcher([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.2.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '::/127',
  '2001:db8::/32',
  'fc00::/7',
  'fe80::/10',
]);

export function createIpLookup(records: Records): IpLookup {
  return (remoteAddress = '') => {
    const address = plainAddress(remoteAddress);
    if (address === undefined) return undefined;
    try {
      if (isNowhere(address)) return undefined;
      return ipInfoOf(records.get(address));
    } catch {
      return undefined;
    }
  };
}
