// Reads `inaam.env`. systemd, compose and Node read the same file, so what they would read
// differently is refused. A problem names a line or a known setting, never what is written there.
import {
  closeSync,
  existsSync,
  fstatSync,
  globSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
} from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { errorCode } from '../../platform/errors.ts';
import { readDatabaseUrl } from './database-url.ts';
import { environments, isSecret, operatorEnvironments, settingsPrograms } from './environments.ts';

export type SettingsFile = {
  /** Undefined without a settings file. */
  path: string | undefined;
  folder: string;
  values: Readonly<Record<string, string>>;
  problems: readonly string[];
  /** It can be read, and something about it is probably not meant. */
  warnings: readonly string[];
};

export const noSettingsFile: SettingsFile = {
  path: undefined,
  folder: '.',
  values: {},
  problems: [],
  warnings: [],
};

const bytesMax = 65_536;
const writableByOthers = 0o022;

export function readSettingsFile(file: string): SettingsFile {
  const folder = path.dirname(path.resolve(file));
  const read = readText(file);
  if ('problem' in read) {
    return { ...noSettingsFile, path: file, folder, problems: [`INAAM_SETTINGS ${read.problem}.`] };
  }
  const lines = read.text.split(/\r?\n/).map(readLine);
  const readable = lines.flatMap((line) => ('text' in line ? [line.text] : []));
  const values = Object.fromEntries(
    Object.entries(parseEnv(readable.join('\n'))).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, value]],
    ),
  );
  const named = lines.map((line) => ('name' in line ? line.name : ''));
  return {
    path: file,
    folder,
    values,
    problems: [
      ...lines.flatMap((line, at) =>
        'problem' in line ? [`Line ${at + 1} of the settings file ${line.problem}.`] : [],
      ),
      ...named.flatMap((name, at) =>
        name !== '' && named.indexOf(name) < at
          ? [`Line ${at + 1} of the settings file sets what line ${named.indexOf(name) + 1} sets.`]
          : [],
      ),
      ...Object.entries(values).flatMap(([name, value]) => secretProblem(name, value)),
      ...otherCampaign(file, values['CAMPAIGN']),
    ],
    warnings: [
      ...read.warnings,
      ...named.flatMap((name, at) => (name === '' ? [] : unknownWarning(name, at + 1))),
      ...secretWarnings(path.join(folder, 'secrets')),
    ],
  };
}

/** Never taken from the installation: with one of them, two campaigns would be one. */
export const ownNames: ReadonlySet<string> = new Set(
  `CAMPAIGN PUBLIC_ORIGIN PORT METRICS_PORT DRAW_PORT DRAW_URL DRAW_HEAD_FILE DRAW_TOKEN
   DRAW_PART_ONE DRAW_PART_TWO SECOND_HOLDER`.split(/\s+/),
);

export const isOwn = (name: string) => ownNames.has(settingOf(name) ?? '');

/**
 * A further campaign of an installation has what differs in `campaigns/<id>` beside its settings.
 * @returns the settings file of the installation, if this one is such a campaign's
 */
export function installationOf(file: string): string | undefined {
  const campaigns = path.dirname(path.dirname(path.resolve(file)));
  const above = path.join(campaigns, '../inaam.env');
  return path.basename(campaigns) === 'campaigns' && existsSync(above) ? above : undefined;
}

/** Left in the folder of a campaign that was retired. */
export const retiredMark = 'RETIRED';

/** @param file of the installation @returns those of its further campaigns */
export const furtherFiles = (file: string, isRetired = false): string[] =>
  globSync(path.join(path.dirname(path.resolve(file)), 'campaigns/*/inaam.env'))
    .filter((one) => existsSync(path.join(path.dirname(one), retiredMark)) === isRetired)
    .toSorted();

function otherCampaign(file: string, id = ''): string[] {
  const folder = path.basename(path.dirname(path.resolve(file)));
  return installationOf(file) === undefined || id === folder
    ? []
    : [`The settings file is in the folder of "${folder}": write CAMPAIGN=${folder} into it.`];
}

function readText(file: string): { text: string; warnings: string[] } | { problem: string } {
  const remedy = 'Write the path of an inaam.env, or make one with: npx inaam init';
  let open: number | undefined;
  try {
    if (!statSync(file).isFile()) {
      return { problem: `names something that is not a file. ${remedy}` };
    }
    open = openSync(file, 'r');
    const { mode, size } = fstatSync(open);
    if (size > bytesMax) return { problem: `names a file that is too large. ${remedy}` };
    const text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(open));
    const warnings =
      (mode & writableByOthers) === 0
        ? []
        : ['The settings file can be written by others than its owner: chmod go-w it.'];
    return { text, warnings };
  } catch (error) {
    const why = error instanceof TypeError ? 'not UTF-8' : errorCode(error);
    return { problem: `names a file that cannot be read (${why}). ${remedy}` };
  } finally {
    if (open !== undefined) closeSync(open);
  }
}

type Line = { text: string; name?: string } | { problem: string };

const plainValue = /^(?:[^\s'"`#$\\][^'"`#$\\]*)?$/;
const quotedValue = /^(?:'[^'\p{Cc}]*'|"[^"`$\\\p{Cc}]*")$/u;

function readLine(line: string): Line {
  const text = line.trim();
  if (text === '' || text.startsWith('#')) return { text: '' };
  const [, name, value = ''] = /^([A-Za-z_]\w*)=(.*)$/.exec(text) ?? [];
  if (name === undefined) return { problem: 'is no NAME=value, without spaces around `=`' };
  return plainValue.test(value) || quotedValue.test(value)
    ? { text, name }
    : { problem: "has a value that programs read differently: put it into ' '" };
}

function secretProblem(name: string, value: string): string[] {
  const setting = settingOf(name);
  if (setting === undefined || value === '') return [];
  const isForbidden = isSecret(setting) || (setting === 'DATABASE_URL' && hasPassword(value));
  return isForbidden
    ? [
        `${name} must not be in the settings file, because it is a secret: write it into the file secrets/${name} beside it, with mode 600.`,
      ]
    : [];
}

function hasPassword(text: string): boolean {
  const read = readDatabaseUrl(text);
  // What cannot be read may be one too.
  return 'problem' in read ? /:[^/]*@/.test(text) : new URL(read.url).password !== '';
}

/** The container of PostgreSQL reads it. */
const isOfOthers = (name: string) => name.startsWith('POSTGRES_');

/** Whoever may write into the folder could replace a secret. */
function secretWarnings(folder: string): string[] {
  let names: string[];
  let mode: number;
  try {
    ({ mode } = statSync(folder));
    names = readdirSync(folder);
  } catch {
    return [];
  }
  const unknown = names.filter(
    (name) => /^\w/.test(name) && !isOfOthers(name) && settingOf(name) === undefined,
  );
  return [
    ...((mode & writableByOthers) === 0
      ? []
      : ['The folder secrets can be written by others than its owner: chmod 700 it.']),
    ...unknown.map((name) => `The folder secrets: ${shown(name)} is not a setting of Inaam.`),
  ];
}

/** A file that Node reads as its process starts: runtime/run.mjs takes it from here. */
export const authorities = 'NODE_EXTRA_CA_CERTS';
/** Node reads them from the environment alone. */
const isOfNode = (name: string) => /^(?:NODE|MALLOC)_/.test(name);

function unknownWarning(name: string, line: number): string[] {
  if (settingOf(name) !== undefined || isOfOthers(name) || name === authorities) return [];
  if (isOfNode(name)) {
    return [
      `Line ${line} of the settings file works only where it is loaded as environment (EnvironmentFile, env_file).`,
    ];
  }
  return [`Line ${line} of the settings file: ${shown(name)} is not a setting of Inaam.`];
}

/** What does not look like a name may be a secret that was pasted. */
const shown = (name: string) => (/^[A-Z]+(?:_[A-Z]+)+$/.test(name) ? name : 'a name');

const allNames = new Set(
  [...Object.values(environments), ...Object.values(operatorEnvironments)].flatMap(({ shape }) =>
    Object.keys(shape),
  ),
);

/** @returns the setting that this name gives, without a program's prefix */
export const settingOf = (name: string): string | undefined =>
  withoutPrefix(name).find((known) => allNames.has(known) || /^SMS_SECRET_\w+$/.test(known));

const withoutPrefix = (name: string) => [
  name,
  ...settingsPrograms.flatMap((program) => {
    const prefix = `${program.toUpperCase()}_`;
    return name.startsWith(prefix) ? [name.slice(prefix.length)] : [];
  }),
];
