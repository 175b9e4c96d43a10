// Where settings are read: the environment, systemd's credentials, the settings file and the
// folder `secrets` beside it (docs/reference/settings.md). A program reads its own names alone.
import {
  accessSync,
  constants,
  existsSync,
  closeSync,
  fstatSync,
  openSync,
  readFileSync,
} from 'node:fs';
import path from 'node:path';
import type { Log } from '../../platform/log.ts';
import { secretsNamed } from '../../sms/paths/read-path-file.ts';
import { namesOf, spellingsOf, type SettingsProgram } from './environments.ts';
import {
  authorities,
  furtherFiles,
  installationOf,
  isOwn,
  noSettingsFile,
  ownNames,
  readSettingsFile,
  type SettingsFile,
} from './settings-file.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** What could not be read; listed with all other problems. */
export const sourceFaults = Symbol('faults of the sources');
export type SourceFaults = {
  general: readonly string[];
  /** By the setting's name. */
  unread: Readonly<Record<string, string>>;
  /** Why a secret that is missing may be there all the same. */
  hint?: string;
};

export type Variables = Environment & { readonly [sourceFaults]?: SourceFaults };

type Value = { text: string } | { problem: string };
/** `source` says where it is: `environment`, `inaam.env`, `secrets/DRAW_DATABASE_URL`. */
type Found = Value & { source: string };

export type Settings = {
  variables: Variables;
  found: ReadonlyMap<string, Found>;
  warnings: readonly string[];
  file: SettingsFile;
};

export const drawPartNames = ['DRAW_PART_ONE', 'DRAW_PART_TWO'] as const;

/** What Node itself reads, and programs check. */
const ofTheProcess = ['NODE_TLS_REJECT_UNAUTHORIZED'];

/** The environment of this process. The readers find the settings file by it. */
export const ownVariables = (): Environment => process.env;

/** Says once, as a program starts, what is probably not meant in the settings file. */
export function logSettingsWarnings(
  log: Pick<Log, 'warn'>,
  environment: Environment = ownVariables(),
): void {
  for (const warning of readSettings('operator', [], environment).warnings) log.warn({}, warning);
}

/** @throws nothing: the faults are listed where the variables are read */
export const settingsOf = (
  program: SettingsProgram,
  environment: Environment = ownVariables(),
): Variables => readSettings(program, namesOf(program), environment).variables;

export function readSettings(
  program: SettingsProgram,
  names: readonly string[],
  environment: Environment = ownVariables(),
): Settings {
  const named = environment['INAAM_SETTINGS'] ?? '';
  const file = named === '' ? noSettingsFile : readSettingsFile(named);
  const above = installationOf(named);
  const installation = above === undefined ? undefined : readSettingsFile(above);
  const sources: Sources = { program, environment, file, installation };
  const found = new Map<string, Found>();
  const look = (name: string) => {
    const value = lookUp(name, sources);
    if (value) found.set(name, value);
    else if (installation && ownNames.has(name) && name.endsWith('PORT')) {
      found.set(name, { problem: 'is missing: write a free one', source: path.basename(named) });
    }
  };
  names.forEach(look);
  if (names.includes('SMS_PATHS_FILE')) {
    const paths = found.get('SMS_PATHS_FILE');
    if (paths && 'text' in paths) secretsNamed(paths.text, program === 'serve').forEach(look);
  }
  const faults = faultsOf(found, file, installation);
  return {
    file,
    found,
    warnings: file.warnings,
    variables: {
      ...ownEnvironment(sources),
      ...Object.fromEntries(
        [...found].flatMap(([name, value]) => ('text' in value ? [[name, value.text]] : [])),
      ),
      ...(faults && { [sourceFaults]: faults }),
    },
  };
}

function faultsOf(
  found: ReadonlyMap<string, Found>,
  file: SettingsFile,
  installation = noSettingsFile,
): SourceFaults | undefined {
  const unread = [...found].flatMap(([name, value]) =>
    'problem' in value ? [[name, `(${value.source}) ${value.problem}.`] as const] : [],
  );
  const files = [file, installation].filter((one) => one.path !== undefined);
  const isClosed = files.some(({ folder }) => {
    const secrets = path.join(folder, 'secrets');
    return existsSync(secrets) && !can('X_OK', secrets);
  });
  // Node would start without them.
  const isUnread = files.some(({ values, folder }) => {
    const named = values[authorities] ?? '';
    return named !== '' && !can('R_OK', path.resolve(folder, named));
  });
  const general = [
    ...files.flatMap(({ problems }) => problems),
    ...(isUnread ? [`${authorities} names a file that cannot be read. Correct its path.`] : []),
  ];
  if (unread.length === 0 && general.length === 0 && !isClosed) return undefined;
  return {
    general,
    unread: Object.fromEntries(unread),
    ...(isClosed && {
      hint: 'The folder secrets beside the settings file cannot be opened by this user, so no secret was read there. Start the program as its owner, or by the unit that gives it its secrets.',
    }),
  };
}

export type InstalledCampaign = { id: string; variables: Environment };

/**
 * Of an installation, its first one first; only the one that was chosen, if one was. What belongs
 * to the first one alone is not in the variables of the others.
 */
export function campaignsOf(environment: Environment): InstalledCampaign[] {
  const { INAAM_SETTINGS: named = '', INAAM_CAMPAIGN: chosen } = environment;
  const idOf = (own: Environment) => settingsIn(own)['CAMPAIGN'] ?? '';
  const first = { id: idOf(environment), variables: environment };
  if (named === '' || installationOf(named) !== undefined) return [first];
  const others = Object.entries(environment).filter(([name]) => !isOwn(name));
  const further = furtherFiles(named).map((file) => ({
    id: path.basename(path.dirname(file)),
    variables: { ...Object.fromEntries(others), INAAM_SETTINGS: file },
  }));
  return [first, ...further].filter(({ id }) => chosen === undefined || id === chosen);
}

const settingsIn = (own: Environment) => readSettings('operator', ['CAMPAIGN'], own).variables;

/** With the settings of the installation; `INAAM_CAMPAIGN` remembers which campaign was chosen. */
export function ofInstallation(environment: Environment): Environment {
  const file = installationOf(environment['INAAM_SETTINGS'] ?? '');
  if (file === undefined) return environment;
  const { CAMPAIGN: chosen } = settingsIn(environment);
  return { ...environment, INAAM_SETTINGS: file, INAAM_CAMPAIGN: chosen };
}

type Sources = {
  program: SettingsProgram;
  environment: Environment;
  file: SettingsFile;
  /** Of a further campaign. */
  installation: SettingsFile | undefined;
};

/** Of each spelling the first place that has it counts. An empty value is none. */
function lookUp(name: string, { program, environment, file, installation }: Sources) {
  const spellings = spellingsOf(program, name);
  for (const spelling of spellings) {
    const found = inEnvironment(spelling, environment) ?? inFiles(spelling, file);
    if (found) return found;
  }
  if (!installation || ownNames.has(name)) return undefined;
  return spellings.map((spelling) => inFiles(spelling, installation, '../../')).find(Boolean);
}

function inEnvironment(spelling: string, environment: Environment): Found | undefined {
  const given = environment[spelling] ?? '';
  if (given !== '') return { text: given, source: 'environment' };
  const credentials = environment['CREDENTIALS_DIRECTORY'] ?? '';
  const credential = path.join(credentials, spelling);
  if (credentials === '' || !existsSync(credential)) return undefined;
  // systemd protects the folder, and gives the file a mode that looks readable by a group.
  return { ...oneLine(readSecretFile(credential, false)), source: `credential ${spelling}` };
}

function inFiles(spelling: string, file: SettingsFile, where = ''): Found | undefined {
  if (file.path === undefined) return undefined;
  const text = file.values[spelling] ?? '';
  if (text !== '') return { text, source: `${where}${path.basename(file.path)}` };
  const secret = path.join(file.folder, 'secrets', spelling);
  return isThere(secret)
    ? { ...oneLine(readSecretFile(secret)), source: `${where}secrets/${spelling}` }
    : undefined;
}

function oneLine(value: Value): Value {
  return 'text' in value && /\p{Cc}/u.test(value.text)
    ? { problem: 'names a file with more than one line: write the value alone' }
    : value;
}

/** A folder that belongs to another user has nothing for this one: systemd gives it credentials. */
const isThere = (file: string) => can('X_OK', path.dirname(file)) && existsSync(file);

function can(right: 'R_OK' | 'X_OK', file: string): boolean {
  try {
    accessSync(file, constants[right]);
    return true;
  } catch {
    return false;
  }
}

/** What is not a setting, and the parts of the draw's secret where they must not be. */
function ownEnvironment({ program, environment }: Sources): Environment {
  const credentials = environment['CREDENTIALS_DIRECTORY'] ?? '';
  const isGiven = (spelling: string) =>
    (environment[spelling] ?? '') !== '' ||
    (credentials !== '' && existsSync(path.join(credentials, spelling)));
  const parts = mayHaveParts.has(program)
    ? []
    : drawPartNames.filter((name) => [name, `${program.toUpperCase()}_${name}`].some(isGiven));
  const kept = ofTheProcess.filter((name) => environment[name] !== undefined);
  return Object.fromEntries([
    ...kept.map((name) => [name, environment[name]] as const),
    ...parts.map((name) => [name, 'must not be here'] as const),
  ]);
}

const mayHaveParts: ReadonlySet<SettingsProgram> = new Set(['draw', 'operator', 'migrate']);

/** Permissions of group and others. */
const notTheOwner = 0o077;
const bytesMax = 65_536;

/**
 * @public @param isPrivate refuses a file that others can read
 * @returns the text without white space around it, or the problem, which contains neither path nor
 * content
 */
export function readSecretFile(
  file: string,
  isPrivate = true,
): { text: string } | { problem: string } {
  let open: number | undefined;
  try {
    // Without waiting for the writer of a pipe.
    open = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
    // Check the open file, because its name may by now lead to another file.
    const found = fstatSync(open);
    if (found.isDirectory()) return { problem: 'names a folder: write the path of a file' };
    if (!found.isFile()) return { problem: 'names something that is not a file' };
    if (isPrivate && (found.mode & notTheOwner) !== 0) {
      return { problem: 'names a file that others can read: chmod 600 it' };
    }
    if (found.size > bytesMax) return { problem: 'names a file that is too large' };
    return textOf(readFileSync(open));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'no code';
    return { problem: `names a file that cannot be read (${code})` };
  } finally {
    if (open !== undefined) closeSync(open);
  }
}

/** Editors and `echo` end it with a line feed, and some begin it with a byte order mark. */
function textOf(bytes: Uint8Array): { text: string } | { problem: string } {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes).trim();
    return text === '' ? { problem: 'names a file that is empty' } : { text };
  } catch {
    return { problem: 'names a file that is not text in UTF-8' };
  }
}
