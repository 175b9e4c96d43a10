// Starts what a rehearsal consists of, each part registered with `shutdown`.
import { randomBytes } from 'node:crypto';
import { lstat, mkdir, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fastify from 'fastify';
import qrcode from 'qrcode';
import { campaignsFolder, loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { spellHours, voucherHours } from '@inaam/campaigns/sms/sms-category.ts';
import { buildConsole } from '@inaam/console/build/build-console.ts';
import { shownPackCode } from '@inaam/contract/pack-code.ts';
import { lanAddress, freePort } from '@inaam/runtime/port.ts';
import { discardPostgres, startPostgres } from '@inaam/runtime/postgres.ts';
import { acquireProcessLock } from '@inaam/runtime/process-lock.ts';
import { openDatabase } from '@inaam/server/database/database.ts';
import { Shutdown } from '@inaam/server/database/run-program.ts';
import { migrate } from '@inaam/server/database/schema/migrate.ts';
import { settingsOf } from '@inaam/server/main/settings/read-settings.ts';
import { escapeHtml } from '@inaam/server/http/page/html.ts';
import { dayStart, indianDay, phaseOf } from '@inaam/server/platform/period.rules.ts';
import { allKeysOf } from '@inaam/server/platform/keys.ts';
import { buildPreview } from '@inaam/web/build/build-preview.ts';
import { buildWeb } from '@inaam/web/build/build-web.ts';
import { print } from '../console.ts';
import { commitCampaign, openAsRoles, stockDemoVouchers } from '../database/commit-campaign.ts';
import { demoPacks } from '../packs/demo-packs.ts';
import { demoPhone } from '../phone/phone.ts';
import { inviteColleague } from '../programs/start-console.ts';
import { newSecrets, offsetInto } from '../stored-state.ts';
import { guardWithKey, newPhoneKey } from './phone-key.ts';
import { startPrograms, type Ports } from './programs.ts';

export type RehearsalOptions = {
  /** An id, or the path of a folder; undefined: the installation's. */
  campaign: string | undefined;
  day: string | undefined;
  port: number;
  host: string;
  /** Whether every line of the logs is shown. */
  logs: boolean;
};

/** Codes of packs that are printed. */
const packsMax = 4;

/** The longest that the programs may take together, and PostgreSQL. */
const stopLimitSeconds = 90;

/** Until it is stopped, or does not start. */
export async function runRehearsal(options: RehearsalOptions): Promise<void> {
  let remains = false;
  const shutdown = new Shutdown(stopLimitSeconds, {
    failed: (name, error) => {
      remains = true;
      print(`Failed to end ${name}: ${error instanceof Error ? error.message : 'unknown'}`);
    },
    timedOut: () =>
      print('Something did not stop in time. The next rehearsal removes what is left.'),
  });
  let isSaid = false;
  const end = async () => {
    await shutdown.stop();
    if (!remains && !isSaid) print('\nThe rehearsal has ended. Nothing of it remains.');
    isSaid = true;
  };
  // Registered before the start, because PostgreSQL may already be running.
  shutdown.onSignal(() => void end());
  try {
    await rehearse(options, shutdown, (problem) => {
      process.exitCode = 1;
      print(problem);
      void end();
    });
  } catch (error) {
    if (!shutdown.isStopping) {
      process.exitCode = 1;
      print(error instanceof Error ? error.message : 'Failed to start.');
    }
    await end();
  }
}

/** @param fail called if a program ends by itself */
async function rehearse(
  options: RehearsalOptions,
  shutdown: Shutdown,
  fail: (problem: string) => void,
): Promise<void> {
  const variables = settingsOf('serve');
  const named = options.campaign ?? variables['CAMPAIGN'] ?? '';
  if (named === '') {
    throw new Error('No campaign is named. Add --campaign <id>, or set CAMPAIGN in the settings.');
  }
  const { dir, base } = path.parse(named);
  const folder = dir === '' ? campaignsFolder : path.resolve(dir);
  const loaded = await loadCampaign(base, folder);
  const offset = offsetOf(loaded.programme, options.day, Date.now());
  printFaults(loaded.launch.faults);
  const ports = await freePorts(options);
  for (const build of [buildWeb, buildConsole, buildPreview]) await build();

  const temporary = await temporaryFolder(shutdown);
  const dataFolder = path.join(temporary, 'postgres');
  const postgres = await startPostgres({ dataFolder, log: print });
  shutdown.add('the database', () => postgres.discard());
  const { url } = postgres;
  const owner = openDatabase(url, 2);
  shutdown.add('the connections of the owner', () => owner.end());
  await migrate(owner);
  const secrets = newSecrets();
  const keys = allKeysOf(secrets, loaded.id);
  const campaign = await commitCampaign(owner, loaded, secrets, Date.now(), 'rehearsal');
  const roles = openAsRoles(url);
  shutdown.add('the connections', roles.end);
  const clocks = { wall: () => Date.now() };
  await stockDemoVouchers({ database: roles.loader, campaign, keys, clocks });
  const packs = await demoPacks({ database: roles.loader, campaign, keys, clocks });

  const programs = { ...options, variables, shutdown, fail, ports, url, secrets, temporary };
  await startPrograms({ ...programs, campaign: { id: loaded.id, folder, offset } });
  const key = newPhoneKey();
  const app = fastify({ logger: false });
  shutdown.add("the phone's page", () => app.close());
  guardWithKey(app, key, escapeHtml(campaign.name));
  const mailbox = { database: roles.deliveries, campaign, keys, campaignOffsetMs: offset };
  await demoPhone(app, { ...mailbox, site: undefined });
  await app.listen({ host: options.host, port: ports.phone });
  const at = Date.now();
  const invited = { campaign: campaign.id, name: 'Rehearsal', role: 'manager', at } as const;
  const token = await inviteColleague(roles.loader, invited);
  const lan = options.host === '0.0.0.0' ? lanAddress() : undefined;
  const day = indianDay(at + offset);
  const packCodes = (await packs?.unused(packsMax)) ?? [];
  await printPlaces({ campaign, day, ports, lan, key, token, packCodes });
}

/** Into the day at the same time of day, so that its hours are right. */
function offsetOf(
  programme: ServerCampaign['programme'],
  day: string | undefined,
  now: number,
): number {
  return day === undefined ? offsetInto(programme, now) : dayStart(day) - dayStart(indianDay(now));
}

function printFaults(faults: readonly string[]): void {
  if (faults.length === 0) return;
  print(
    'Production refuses this campaign until these are mended. The rehearsal begins all the same.',
  );
  for (const fault of faults) print(`  - ${fault}`);
}

/** The first is the wanted one, if it is free. */
async function freePorts({ port, host }: RehearsalOptions): Promise<Ports> {
  const site = await freePort(port, host);
  if (site.taken) print(`Port ${port} is in use by another program; using ${site.port}.`);
  const phone = (await freePort(site.port + 1, host)).port;
  return { site: site.port, phone, console: (await freePort(phone + 1, '127.0.0.1')).port };
}

const folderName = /^inaam-rehearse-[0-9a-f]{12}$/;

/** A new one; those that killed rehearsals left are removed. */
async function temporaryFolder(shutdown: Shutdown): Promise<string> {
  for (const left of await readdir(tmpdir())) {
    if (folderName.test(left)) await removeLeftover(path.join(tmpdir(), left));
  }
  const name = `inaam-rehearse-${randomBytes(6).toString('hex')}`;
  // Before the folder is there, so that no other rehearsal takes it for a leftover.
  const lock = await acquireProcessLock(name);
  const folder = path.join(tmpdir(), name);
  await mkdir(folder, { mode: 0o700 });
  shutdown.add('the temporary folder', async () => {
    await rm(folder, { recursive: true, force: true });
    if ('release' in lock) await lock.release();
  });
  return folder;
}

/** Not one of another user, nor of a rehearsal that runs. */
async function removeLeftover(folder: string): Promise<void> {
  const seen = await lstat(folder).catch(() => undefined);
  if (!seen?.isDirectory() || seen.uid !== process.getuid?.()) return;
  const lock = await acquireProcessLock(path.basename(folder));
  if ('lockedBy' in lock) return;
  await discardPostgres(path.join(folder, 'postgres'));
  await rm(folder, { recursive: true, force: true });
  await lock.release();
  print('What a killed rehearsal had left is removed.');
}

type Places = {
  campaign: ServerCampaign;
  day: string;
  ports: Ports;
  /** Of this machine on the network, if phones may reach it. */
  lan: string | undefined;
  key: string;
  /** Of the console's invitation. */
  token: string;
  /** Empty if packs have none. */
  packCodes: readonly string[];
};

async function printPlaces(places: Places): Promise<void> {
  const { campaign, day, ports, lan, key, token, packCodes } = places;
  const [pack, ...otherPacks] = packCodes;
  const entry = `/?utm_source=qrcode${pack === undefined ? '' : `&id=${pack}`}`;
  const phase = phaseOf(campaign.programme, dayStart(day));
  const phases = { notStarted: 'before its start', open: 'open', ended: 'after its end' };
  print(
    `\nRehearsal of ${campaign.name}. Its clock shows ${day}: the campaign is ${phases[phase]}.\n`,
  );
  print(`  Site          http://localhost:${ports.site}${entry}`);
  if (pack !== undefined) print(`  Other packs   ${otherPacks.map(shownPackCode).join('  ')}`);
  print(`  Phone's SMS   http://localhost:${ports.phone}/demo/phone#${key}`);
  print('                (its key, for another device, is what follows #)');
  print(`  Console       http://localhost:${ports.console}/#/invitation/${token}`);
  if (lan !== undefined) {
    const address = `http://${lan}:${ports.site}${entry}`;
    print(`\n  On a phone of the same network: ${address}`);
    print(`  with the SMS at http://${lan}:${ports.phone}/demo/phone\n`);
    print(await qrcode.toString(address, { type: 'terminal', small: true }));
  }
  const { from, to } = campaign.programme;
  print(
    phase === 'open'
      ? walk(campaign)
      : `\nFor a whole walk, end it and add a --day from ${from} to ${to}.`,
  );
  print('\nThe limits are those of production: a browser may try three numbers in two hours.');
  print('Press Ctrl-C to end. Nothing of it remains then.');
}

function walk({ fixedRewards, sms }: ServerCampaign): string {
  const [fixedState] = Object.keys(fixedRewards);
  const limited = voucherHours(sms.vouchers).find((one) => one !== undefined);
  const hours = limited ? `, which arrives from ${spellHours(limited)} only` : '';
  const steps = [
    'Register with any name and a number of 10 digits that begins with 5 to 9.',
    "Open the phone's SMS, show that number, and enter the code.",
    `Spin, and read the voucher on the phone${hours}.`,
    ...(fixedState === undefined
      ? []
      : [`With another number, choose ${fixedState}: the reward is fixed and there is no wheel.`]),
    'Under "Your data", erase what the site has stored about you.',
    'Open the console, make a passkey, and find what you did.',
  ];
  return ['\nWalk through it:', ...steps.map((step, at) => `  ${at + 1}. ${step}`)].join('\n');
}
