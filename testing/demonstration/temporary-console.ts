// The console on a separate, filled database, for browser tests and pictures.
import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import type { ConsoleRole } from '@inaam/contract/console/roles.ts';
import { keepRollups } from '@inaam/server/figures/keep-rollups.job.ts';
import { allKeysOf } from '@inaam/server/platform/keys.ts';
import type { Shutdown } from '@inaam/server/database/run-program.ts';
import { openAccount } from '@inaam/server/console/sign-in/accounts.sql.ts';
import { endSessionsOf } from '@inaam/server/console/sign-in/sessions.sql.ts';
import { openDatabase } from '@inaam/server/database/database.ts';
import { databaseClocks } from '@inaam/server/database/clocks.ts';
import { startDemoDelivery, recordDemoRunning } from '@inaam/demo/programs/demo-delivery.ts';
import type { Examples } from '@inaam/demo/fill/fill-campaign.ts';
import { fillDemo } from '@inaam/demo/fill/fill.ts';
import { openAsRoles } from '@inaam/demo/database/commit-campaign.ts';
import { inviteColleague, startConsole } from '@inaam/demo/programs/start-console.ts';
import { newSecrets, storedClockOffset, storedSecrets } from '@inaam/demo/stored-state.ts';

export type TemporaryConsole = {
  origin: string;
  /** Of the owner. */
  databaseUrl: string;
  /** Signs in as the manager Demo. */
  link: string;
  examples: Examples;
  /** @returns the invitation's link */
  invite: (name: string, role: ConsoleRole) => Promise<string>;
  /** Starts sending what is waiting; without it, messages stay as the fill left them. */
  deliver: () => Promise<void>;
  /** Ages the sessions until they expire as unused. */
  endSessions: (name: string, role: ConsoleRole) => Promise<number>;
  stop: () => Promise<void>;
};

type Plan = {
  campaign?: string;
  /** In which Demo is a manager too; nobody has taken part in them. */
  further?: readonly string[];
  shoppers: number;
  days: number;
  port?: number;
  /** By default, at once. */
  delivers?: 'later';
} & Pick<Parameters<typeof startConsole>[0], 'providerFor'>;

/** Other processes may start at the same time. Browsers refuse some ports below 7000. */
const anyPort = () => randomInt(7000, 9600);

/** Fills an empty or migrated database, as its owner. The secrets are in the data folder. */
export async function fillConsole(
  url: string,
  dataFolder: string,
  { campaign = 'biscuit-2025', shoppers, days }: Plan,
): Promise<Examples> {
  const silent = { show: () => undefined, clear: () => undefined };
  const wanted = { shoppers, days, seed: '1', again: false };
  return (await fillDemo({ campaign, dataFolder }, url, wanted, silent)).examples;
}

/** @param filled of this database; undefined: it is filled first */
export async function temporaryConsole(
  url: string,
  plan: Plan,
  filled?: { dataFolder: string; examples: Examples },
): Promise<TemporaryConsole> {
  const { further = [], port = anyPort(), delivers, providerFor } = plan;
  const parts = startedComponents();
  const dataFolder = filled?.dataFolder ?? (await mkdtemp(path.join(tmpdir(), 'inaam-console-')));
  if (!filled) parts.add('the data folder', () => rm(dataFolder, { recursive: true, force: true }));
  const examples = filled?.examples ?? (await fillConsole(url, dataFolder, plan));
  const campaign = await loadCampaign(plan.campaign ?? 'biscuit-2025');
  const secrets = await storedSecrets(dataFolder);
  const keys = allKeysOf(secrets, campaign.id);
  const { database, deliveries, loader, end } = openAsRoles(url);
  parts.add('the connections', end);
  // There is no site: the console shows a day on which one is healthy.
  recordDemoRunning('serve', database, campaign.id, parts);
  const owner = openDatabase(url, 1);
  parts.add('the connection of the owner', () => owner.end());
  const offset = await storedClockOffset(dataFolder, campaign, Date.now());
  const clocks = await databaseClocks(owner, offset);
  parts.add('the clocks', () => clocks.stop());
  await keepRollups({ database: deliveries, campaign, clocks })();
  const deliver = async () => {
    await startDemoDelivery({ database: deliveries, campaign, keys, clocks }, parts);
  };
  if (delivers === undefined) await deliver();
  const furtherCampaigns = await Promise.all(
    further.map(async (id) => ({ campaign: await loadCampaign(id), keys: allKeysOf(secrets, id) })),
  );
  const link = await startConsole(
    { url, secrets, loader, port, campaign, clocks, keys, furtherCampaigns, providerFor },
    parts,
  );
  const accountOf = (named: string, role: ConsoleRole) =>
    openAccount(loader, { campaign: campaign.id, name: named, role, at: clocks.wall() });
  const { origin } = new URL(link);
  return {
    origin,
    databaseUrl: url,
    link,
    examples,
    deliver,
    invite: async (named, role) => {
      const made = { campaign: campaign.id, name: named, role, at: clocks.wall() };
      const token = await inviteColleague(loader, made);
      return `${origin}/#/invitation/${token}`;
    },
    endSessions: async (named, role) => endSessionsOf(owner, (await accountOf(named, role)).id),
    stop: () => parts.stop(),
  };
}

/** Of a campaign whose draw nobody has committed to. */
export async function uncommittedConsole(url: string, id: string) {
  const parts = startedComponents();
  const [campaign, secrets] = [await loadCampaign(id), newSecrets()];
  const { loader, end } = openAsRoles(url);
  parts.add('the connections', end);
  const clocks = { wall: Date.now, campaign: () => Date.parse('2026-01-05T06:00:00Z') };
  const keys = allKeysOf(secrets, id);
  const options = { url, secrets, loader, port: anyPort(), campaign, clocks, keys };
  return { link: await startConsole(options, parts), stop: () => parts.stop() };
}

/** Not a Shutdown, which ends its process after a while; this process belongs to the tests. */
function startedComponents(): Pick<Shutdown, 'add' | 'stop'> {
  const stops: (() => Promise<void> | void)[] = [];
  return {
    add: (_, stop) => void stops.push(stop),
    stop: async () => {
      for (const stop of stops.toReversed()) await stop();
    },
  };
}
