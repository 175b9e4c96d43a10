// The demonstration's console: the same app as in production, except that this start's link signs
// in without a passkey.
import path from 'node:path';
import { buildConsole } from '@inaam/console/build/build-console.ts';
import { freePort, loopback } from '@inaam/runtime/port.ts';
import {
  addPlugins,
  buildConsoleApp,
  type ConsoleOptions,
} from '@inaam/server/main/console-app.ts';
import type { Secrets, VoucherSecrets } from '@inaam/server/platform/keys.ts';
import { sendBudget } from '@inaam/server/sms/send-budget.rules.ts';
import { hashOf, invitationMs, newToken } from '@inaam/server/console/sign-in/tokens.ts';
import { voucherPublicKeyOf } from '@inaam/server/platform/seal.ts';
import type { Shutdown } from '@inaam/server/database/run-program.ts';
import {
  changeFurtherRole,
  openAccount,
  writeInvitation,
} from '@inaam/server/console/sign-in/accounts.sql.ts';
import { openDatabase, transaction, type Database } from '@inaam/server/database/database.ts';
import { consoleLog, print } from '../console.ts';

type DemoConsole = Pick<
  ConsoleOptions,
  'campaign' | 'clocks' | 'furtherCampaigns' | 'keys' | 'publicOrigin'
> & {
  url: string;
  secrets: Pick<Secrets, 'index'> & VoucherSecrets;
  /** In the role of the operator, who creates accounts. */
  loader: Database;
  /** The preferred port; if it is busy, the next free one. */
  port: number;
  /** A single sign-on provider, in tests. */
  providerFor?: ((origin: string) => Promise<ConsoleOptions['openIdProvider']>) | undefined;
};

/** @returns the token of the link that signs the colleague in once */
export async function inviteColleague(
  loader: Database,
  made: Parameters<typeof openAccount>[1],
): Promise<string> {
  const token = newToken();
  const { at } = made;
  await transaction(loader, async (connection) => {
    const { id: account } = await openAccount(connection, made);
    const expiresAt = at + invitationMs;
    await writeInvitation(connection, { tokenHash: hashOf(token), account, at, expiresAt });
  });
  return token;
}

/** Passkeys, cookies and the address are for this machine only. */
const host = loopback();

/** @returns the link, new at each start */
export async function startConsole(
  { url, secrets, loader, port: wanted, providerFor, ...own }: DemoConsole,
  shutdown: Pick<Shutdown, 'add'>,
): Promise<string> {
  const { campaign, clocks, keys } = own;
  const site = await buildConsole();
  if (site.isNew) print('The console has been built.');
  const name = 'Demo';
  const made = { campaign: campaign.id, name, role: 'manager', at: clocks.wall() } as const;
  const { role } = made;
  const { id } = await openAccount(loader, made);
  const roles = [{ campaign: campaign.id, role }];
  for (const further of own.furtherCampaigns ?? []) {
    const there = { ...made, home: campaign.id, campaign: further.campaign.id };
    await transaction(loader, (connection) => changeFurtherRole(connection, there));
    roles.push({ campaign: further.campaign.id, role });
  }
  const token = newToken();
  const database = openDatabase(url, 4, 'general', 'inaam_console');
  shutdown.add("the console's connections", () => database.end());
  const { port } = await freePort(wanted, host);
  const origin = `http://localhost:${port}`;
  const app = await buildConsoleApp({
    ...own,
    database,
    loaderAccess: {
      databaseUrl: url,
      secrets: { index: secrets.index, voucherPublic: voucherPublicKeyOf(secrets.voucherSeal) },
    },
    log: consoleLog,
    origin,
    site: path.resolve(site.folder),
    signInLink: { token, account: { id, name, roles } },
    openIdProvider: await providerFor?.(origin),
  });
  shutdown.add('the console', () => app.close());
  const { smsPaise } = sendBudget;
  const variables = { CONSOLE_ORIGIN: origin };
  const shared = { database, campaign, clocks, keys, log: consoleLog };
  await addPlugins(shutdown, { ...shared, smsPaise, variables });
  await app.listen({ host, port });
  return `${origin}/enter#${token}`;
}
