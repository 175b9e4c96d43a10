import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { demonstrationIds } from '@inaam/campaigns/loader/folder-names.ts';
import { accountNameOf } from '@inaam/server/console/sign-in/account-options.ts';
import { assertSameSecrets } from '@inaam/server/database/own-secrets.ts';
import { readProgram } from '@inaam/server/main/checks/settings-checks.ts';
import { commandOf, requiredOption } from '@inaam/server/operator/add-command.ts';
import {
  RefusedError,
  UsageError,
  type CommandContext,
  type CommandResult,
} from '@inaam/server/operator/command-context.ts';
import { fields } from '@inaam/server/operator/settings/fields.ts';
import { missingRings } from '@inaam/server/operator/settings/program-config.ts';
import {
  furtherFiles,
  readSettingsFile,
  retiredMark,
  type SettingsFile,
} from '@inaam/server/operator/settings/settings-file.ts';
import { withDatabase } from '@inaam/server/operator/with-database.ts';
import { campaignFolder, makeFolder, ownerOf, type Written } from './campaign-folder.ts';
import {
  caddyfile,
  freePorts,
  ownUnit,
  ownUnitName,
  random,
  settingsText,
  targetName,
  targetText,
  type Values,
} from './campaign-settings.ts';
import { readConnectionsMax } from './several.sql.ts';

export const addCampaignAdd = commandOf({
  of: 'installation',
  detail:
    'It shares the database, its users, the keys, the SMS accounts and the console. Its draw, its site and its ports are its own. Run it again at any time: what is there stays, and secrets are never written over.',
  examples: ['campaign add tea-2027 --site https://tea.example --second-holder Asha'],
  add: (command) => command.argument('<id>', 'a folder of campaigns/'),
  shape: {
    argument: z.string(),
    site: requiredOption('--site <origin>', 'where shoppers open it, such as https://tea.example'),
    secondHolder: requiredOption(
      '--second-holder <name>',
      'who holds the second half of the draw, or nobody',
    ),
  },
  run: ({ argument: id, site, secondHolder }, { context }) =>
    addCampaign(context, { id, site: siteOf(site), secondHolder: holderOf(secondHolder) }),
});

type Asked = { id: string; site: string; secondHolder: string | undefined };

/** It is written into the Caddyfile, and into commands that a person copies. */
function siteOf(text: string): string {
  const { success, data = '' } = fields.consoleOrigin.safeParse(text.trim().replace(/\/$/, ''));
  if (success && /^https?:\/\/[a-z0-9.:-]+$/.test(data)) return data;
  throw new UsageError(
    '--site: write an origin such as https://tea.example; http only for http://localhost:3001.',
  );
}

function holderOf(text: string): string | undefined {
  const name = accountNameOf(text);
  if (name === undefined) throw new UsageError('--second-holder: write a name, or nobody.');
  return name === 'nobody' ? undefined : name;
}

async function addCampaign(context: CommandContext, asked: Asked): Promise<CommandResult> {
  const { id, site, secondHolder } = asked;
  const installation = installationIn(context);
  const others = othersOf(installation, asked);
  const campaign = context.campaign ?? (await loadCampaign(id));
  if (context.isDemonstration !== true && demonstrationIds.includes(id)) {
    throw new RefusedError(
      `"${id}" is a demonstration, which production refuses. Make yours with: npx inaam campaign new <id> --like ${id}`,
    );
  }
  const connectionsMax = await withDatabase(context, ({ database }) =>
    readConnectionsMax(database),
  );
  const folder = path.join(installation.folder, 'campaigns', id);
  const secrets = path.join(installation.folder, 'secrets');
  const own = campaignFolder(folder, ownerOf(secrets));
  makeFolder(path.dirname(folder), 0o755);
  for (const [name, mode] of [
    ['', 0o755],
    ['secrets', 0o700],
    ['systemd', 0o755],
  ] as const) {
    own.makeFolder(name, mode);
  }
  const parts = secondHolder === undefined ? ['DRAW_PART_TWO'] : [];
  for (const name of ['DRAW_TOKEN', 'DRAW_PART_ONE', ...parts]) own.makeSecret(name, random);
  for (const { name } of missingRings(campaign, {})) {
    if (!existsSync(path.join(secrets, name))) own.makeSecret(name, () => `1:${random()}`);
  }
  const values = await ownValues(installation, { ...asked, folder, others });
  makeFolder(path.dirname(values.DRAW_HEAD_FILE), 0o700, ownerOf(secrets));
  const paths = ownPaths(installation, site);
  if (paths !== undefined) own.write('sms-paths.json', paths);
  own.write('inaam.env', settingsText(values));
  if (site.startsWith('https:')) own.write('Caddyfile', caddyfile(site, Number(values['PORT'])));
  for (const [name, text] of unitsOf(installation.folder, { id, folder })) {
    own.write(`systemd/${name}`, text);
  }
  await assertFits(context, { id, file: path.join(folder, 'inaam.env') });
  const steps = stepsOf({
    ...asked,
    installation,
    folder,
    connectionsMax,
    count: others.length + 1,
  });
  return answerOf(folder, own.written, steps, id);
}

function installationIn({ variables }: CommandContext): SettingsFile & { path: string } {
  const { INAAM_SETTINGS: named = '' } = variables;
  if (path.basename(named) !== 'inaam.env') {
    throw new RefusedError('There is no installation here. Make one with: npx inaam init');
  }
  const file = readSettingsFile(named);
  if (file.problems.length > 0) throw new RefusedError(file.problems.join('\n'));
  return { ...file, path: path.resolve(named) };
}

/** Settings of the other campaigns. @throws RefusedError if one has this id or this site */
function othersOf(installation: SettingsFile & { path: string }, { id, site }: Asked): Values[] {
  const { values } = installation;
  const isOf = (file: string) => path.basename(path.dirname(file)) === id;
  const retired = furtherFiles(installation.path, true);
  if (retired.some(isOf)) {
    throw new RefusedError(
      `"${id}" was retired, and its rows are there. To go on with it, remove campaigns/${id}/${retiredMark}.`,
    );
  }
  const further = furtherFiles(installation.path).filter((file) => !isOf(file));
  const others = [values, ...further.map((file) => readSettingsFile(file).values)];
  if (values['CAMPAIGN'] === id) {
    throw new RefusedError(`"${id}" is the first campaign of this installation.`);
  }
  const origins = others.flatMap((one) => [one['PUBLIC_ORIGIN'], one['CONSOLE_ORIGIN']]);
  if (origins.includes(site))
    throw new RefusedError(`--site: ${site} is taken. Write another one.`);
  return others;
}

type Own = Asked & { folder: string; others: readonly Values[] };

const portNames = ['PORT', 'SERVE_METRICS_PORT', 'DELIVER_METRICS_PORT', 'DRAW_PORT'] as const;

/** Ports that were chosen stay. */
async function ownValues(
  installation: SettingsFile,
  { id, site, ...own }: Own,
): Promise<Values & { DRAW_HEAD_FILE: string }> {
  const file = path.join(own.folder, 'inaam.env');
  const before: Values = existsSync(file) ? readSettingsFile(file).values : {};
  const isProxied = site.startsWith('https:');
  const port = isProxied ? undefined : Number(new URL(site).port || 80);
  const ports = portNames.every((name) => before[name] !== undefined)
    ? portNames.map((name) => [name, before[name] ?? ''])
    : Object.entries(await freePorts(own.others, port)).map(([name, one]) => [name, String(one)]);
  const { values } = installation;
  const head = values['DRAW_HEAD_FILE'] ?? path.join(installation.folder, 'data/draw/head.json');
  const data = path.resolve(path.dirname(head), '..');
  return {
    CAMPAIGN: id,
    PUBLIC_ORIGIN: site,
    ...(isProxied &&
      values['TRUSTED_PROXIES'] === undefined && { TRUSTED_PROXIES: '127.0.0.1,::1' }),
    ...Object.fromEntries(ports),
    DRAW_HEAD_FILE: path.join(data, 'campaigns', id, 'draw/head.json'),
    ...(own.secondHolder !== undefined && { SECOND_HOLDER: own.secondHolder }),
    ...(ownPaths(installation, site) !== undefined && {
      SMS_PATHS_FILE: path.join(own.folder, 'sms-paths.json'),
    }),
  };
}

/** The same paths and accounts; receipts come to this campaign's site. */
function ownPaths({ values }: SettingsFile, site: string): string | undefined {
  const { SMS_PATHS_FILE: file = '', PUBLIC_ORIGIN: first = '' } = values;
  const text = file !== '' && existsSync(file) ? readFileSync(file, 'utf8') : '';
  const isNamed = first !== '' && text.includes(`${first}/`);
  return isNamed ? text.replaceAll(`${first}/`, `${site}/`) : undefined;
}

function unitsOf(installation: string, own: { id: string; folder: string }): [string, string][] {
  const units = path.join(installation, 'systemd');
  const names = existsSync(units) ? readdirSync(units) : [];
  return names.flatMap((name): [string, string][] => {
    const read = () => readFileSync(path.join(units, name), 'utf8');
    if (name === 'inaam.target') return [[targetName(own.id), targetText(read(), own.id)]];
    const ownName = ownUnitName(name, own.id);
    return ownName === undefined ? [] : [[ownName, ownUnit(read(), own)]];
  });
}

/** @throws RefusedError, or the problem of the secrets if this campaign began with others */
async function assertFits(context: CommandContext, { id, file }: { id: string; file: string }) {
  const variables = { ...context.variables, CAMPAIGN: undefined, INAAM_SETTINGS: file };
  const { config, problems } = readProgram('serve', variables);
  if (!config)
    throw new RefusedError(`"${id}" is added, and would not start: ${problems.join(' ')}`);
  await withDatabase({ ...context, variables }, ({ database }) =>
    assertSameSecrets(database, id, config.secrets),
  );
}

type Steps = Own & { installation: SettingsFile; connectionsMax: number; count: number };

/** Of `serve` and `deliver` 16 and one more each, of `draw` two; of the console nine. */
const connectionsOf = (campaigns: number) => campaigns * 36 + 9 + 2;

function stepsOf(own: Omit<Steps, 'others'>): string[] {
  const { id, site, folder, secondHolder, installation, connectionsMax, count } = own;
  const importLine = `import ${installation.folder}/campaigns/*/Caddyfile`;
  const isImported = [path.join(installation.folder, 'Caddyfile'), '/etc/caddy/Caddyfile']
    .filter((file) => existsSync(file))
    .every((file) => readFileSync(file, 'utf8').includes(importLine));
  const { hostname } = new URL(site);
  const isHere = hostname === 'localhost' || hostname.endsWith('.localhost');
  const needed = connectionsOf(count);
  return [
    ...(isHere ? [] : [`DNS: let ${hostname} lead to this machine.`]),
    ...(needed > connectionsMax
      ? [
          `PostgreSQL: all programs may take ${needed} connections, and it gives ${connectionsMax}. As postgres: alter system set max_connections = ${needed + 20}, then restart it.`,
        ]
      : []),
    `DLT: register the company, the header and each text, and write their ids into campaigns/${id}/sms.json. A lawyer reads the terms.`,
    ...(secondHolder === undefined
      ? []
      : [
          `The second half of the draw: ${secondHolder} runs: npx inaam draw part --out ${folder}/secrets/DRAW_PART_TWO`,
        ]),
    ...(isHere || isImported ? [] : [`Caddy: add to /etc/caddy/Caddyfile the line: ${importLine}`]),
    `npx inaam --campaign ${id} launch`,
    `npx inaam --campaign ${id} vouchers load <file>`,
    `npx inaam up${isHere ? '' : ', then: systemctl reload caddy'}`,
  ];
}

const states = { made: 'made', kept: 'kept', differs: 'kept; the new one is beside it as .new' };

function answerOf(
  folder: string,
  files: readonly Written[],
  steps: readonly string[],
  campaign: string,
): CommandResult {
  const lines = [
    folder,
    ...files.map(({ file, state }) => `  ${file}: ${states[state]}`),
    'Everything else is that of the installation.',
    '',
    'What follows, in this order:',
    ...steps.map((step, at) => `${String(at + 1).padStart(3)}. ${step}`),
  ];
  return { text: lines.join('\n'), json: { campaign, folder, files, steps } };
}
