// Reads the console's settings from the environment.
import { isIP } from 'node:net';
import * as z from 'zod';
import { isAddressRange } from '../../platform/address-ranges.ts';
import {
  campaign,
  database,
  ownVariables,
  read,
  type DatabaseConfig,
  type Variables,
} from './program-config.ts';
import { budgetVariables } from './budget-variables.ts';
import { fields } from './fields.ts';
import {
  oidcOf,
  oidcProblems,
  oidcTlsProblems,
  oidcVariables,
  type OidcConfig,
} from './oidc-variables.ts';
import type { Secrets } from '../../platform/keys.ts';
import type { VoucherPublicKey } from '../../platform/voucher-seal.ts';

export type ConsoleConfig = DatabaseConfig & {
  campaign: string;
  host: string;
  port: number;
  /** The origin at which a browser reaches the console; passkeys are bound to it. */
  origin: string;
  /** The origin at which shoppers reach the site. */
  publicOrigin: string | undefined;
  trustedProxies: string[];
  smsPaise: number;
  stopSeconds: number;
  /** Undefined without CONSOLE_OIDC_ISSUER. */
  oidc: OidcConfig | undefined;
  /** If false, only the company's provider can let somebody in. */
  takesPasskeys: boolean;
  secrets: Pick<Secrets, 'index' | 'seal'> & { voucherPublic: VoucherPublicKey };
};

/** Browsers support passkeys only over https and on localhost, and never for a bare address. */
const isSafe = (text: string) => {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, origin } = new URL(text);
  const isHost = protocol === 'https:' || (protocol === 'http:' && hostname === 'localhost');
  const isAddress = isIP(hostname) !== 0 || hostname.startsWith('[');
  return isHost && !isAddress && origin === text;
};

export const consoleOrigin = z
  .string(
    'is missing. Write where colleagues open the console, such as https://console.win.example',
  )
  .refine(
    isSafe,
    'must be an origin such as https://console.win.example; http only for http://localhost:8090',
  );

export const consoleEnvironment = z.object({
  ...database,
  ...campaign,
  CONSOLE_HOST: fields.listenHost('127.0.0.1'),
  CONSOLE_PORT: fields.wholeNumber(0, 65_535, 8090),
  CONSOLE_ORIGIN: consoleOrigin,
  PUBLIC_ORIGIN: fields.origin.optional(),
  TRUSTED_PROXIES: fields.list(
    isAddressRange,
    'must be addresses or ranges such as 10.0.0.0/8, separated by commas',
  ),
  SMS_PRICE_PAISE: budgetVariables.SMS_PRICE_PAISE,
  STOP_SECONDS: fields.wholeNumber(1, 300, 7),
  INDEX_SECRET: fields.secret,
  SEAL_KEYS: fields.sealKeys,
  VOUCHER_PUBLIC_KEY: fields.voucherPublicKey,
  ...oidcVariables,
});

/** @throws ConfigError naming every variable that is missing or wrong */
export function readConsoleConfig(variables: Variables = ownVariables()): ConsoleConfig {
  const data = read(consoleEnvironment, variables, oidcProblems, oidcTlsProblems(variables));
  return {
    databaseUrl: data.DATABASE_URL,
    campaign: data.CAMPAIGN,
    host: data.CONSOLE_HOST,
    port: data.CONSOLE_PORT,
    origin: data.CONSOLE_ORIGIN,
    publicOrigin: data.PUBLIC_ORIGIN,
    trustedProxies: data.TRUSTED_PROXIES,
    smsPaise: data.SMS_PRICE_PAISE,
    stopSeconds: data.STOP_SECONDS,
    oidc: oidcOf(data),
    takesPasskeys: data.CONSOLE_PASSKEYS === 'yes',
    secrets: {
      index: data.INDEX_SECRET,
      seal: data.SEAL_KEYS,
      voucherPublic: data.VOUCHER_PUBLIC_KEY,
    },
  };
}
