import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parseTree } from 'jsonc-parser';
import type * as z from 'zod';
import { parseWith } from '../schema/fields.ts';
import { campaignSchema, citiesSchema, smsSchema, statesSchema } from '../schema/folder-schema.ts';
import { drawSchema, rewardsSchema } from '../schema/draw-schema.ts';
import { repeatedKeys, textLimits } from '../schema/json-text.ts';
import { formatProblem, type Problem } from '../schema/problem.ts';
import type { CampaignFiles, DrawParts, FileProblem } from '../validation/file-problem.ts';
import { pluginFiles } from './plugin-files.ts';

function fileProblem(wrong: string, fix: string): { problems: Problem[] } {
  return { problems: [{ path: [], message: wrong, fix }] };
}

/** Of a file that may be replaced by a draft's. */
export type FileReader = (path: string) => Promise<Buffer>;

/** Some editors begin a file with a byte order mark, or write UTF-16. */
export function textOfFile(bytes: Uint8Array): string {
  const mark = Buffer.from(bytes.subarray(0, 2)).toString('hex');
  const encoding = mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
}

/** @returns `later`: what a campaign that was launched with an earlier version may have */
export async function readJson(
  path: string,
  read: FileReader = readFile,
): Promise<{ value: unknown; later: Problem[] } | { problems: Problem[] }> {
  let text: string;
  try {
    text = textOfFile(await read(path));
  } catch (cause) {
    return fileProblem(
      `cannot be read (${errorReason(cause)})`,
      'Write it; README.md describes its content.',
    );
  }
  try {
    const value: unknown = JSON.parse(text);
    const kind = /words\/[^/]*$|\/sms\.json$/.test(path) ? 'prose' : 'line';
    return { value, later: [...repeatedKeys(parseTree(text)), ...textLimits(value, kind)] };
  } catch (cause) {
    return fileProblem(`must be JSON, but ${errorReason(cause)}`, 'Correct it there.');
  }
}

const isThere = (path: string, read: FileReader) =>
  read(path).then(
    () => true,
    (cause: unknown) => !(cause instanceof Error && 'code' in cause && cause.code === 'ENOENT'),
  );

function errorReason(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return 'code' in cause ? String(cause.code) : cause.message.replaceAll('\n', ' ');
}

const keptMax = 4;

/**
 * Keeps what was made of files, until one of them has another content.
 * @returns a function of a folder, and of the files and folders in it that are read
 */
export function keptByContent<Value>() {
  const kept = new Map<string, Value>();
  return async (folder: string, parts: readonly string[], make: () => Promise<Value>) => {
    const content = await contentOf(folder, parts).catch(() => undefined);
    const known = content === undefined ? undefined : kept.get(content);
    if (known !== undefined) return known;
    const value = await make();
    if (kept.size >= keptMax) kept.clear();
    if (content !== undefined) kept.set(content, value);
    return value;
  };
}

/** A hash. Throws if one cannot be read. */
async function contentOf(folder: string, parts: readonly string[]): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify([folder, parts]));
  const add = async (place: string): Promise<void> => {
    if ((await stat(place)).isDirectory()) {
      for (const name of (await readdir(place)).toSorted()) await add(join(place, name));
      return;
    }
    const bytes = await readFile(place);
    hash.update(`${JSON.stringify(place)} ${bytes.length} `).update(bytes);
  };
  for (const part of parts) if (existsSync(join(folder, part))) await add(join(folder, part));
  return hash.digest('hex');
}

export function fileOf(
  file: FileProblem['file'],
  id: string,
  { campaign }: Pick<CampaignFiles, 'campaign'>,
) {
  return file === 'places.json' ? `places/${campaign?.places ?? ''}.json` : `${id}/${file}`;
}

/** What has no problem itself is compared, so that all problems are told at once. */
async function goodParts(path: string, read: FileReader): Promise<DrawParts> {
  const json = await readJson(path, read);
  const parts: Readonly<Record<string, z.ZodType>> = drawSchema.shape;
  const written = 'value' in json ? json.value : null;
  const good = Object.entries(written ?? {}).filter(
    ([name, value]) => parts[name]?.safeParse(value).success,
  );
  return drawSchema.partial().safeParse(Object.fromEntries(good)).data ?? {};
}

/**
 * Those with data; the words and pictures are read by their own.
 * @returns `draw`: its parts without problems; `later`: those that do not stop a campaign that was
 * launched with an earlier version
 */
export async function readFiles(
  folder: string,
  id: string,
  read: FileReader,
): Promise<{
  files: CampaignFiles;
  draw: DrawParts;
  problems: string[];
  later: string[];
}> {
  const problems: string[] = [];
  const later: string[] = [];
  async function one<T>(name: string, schema: z.ZodType<T>): Promise<T | undefined> {
    const json = await readJson(join(folder, name), read);
    const result = 'problems' in json ? json : parseWith(schema, json.value);
    const format = (one: Problem) => formatProblem(`${basename(folder)}/${name}`, one);
    if ('later' in json) later.push(...json.later.map(format));
    if ('value' in result) return result.value;
    problems.push(...result.problems.map(format));
    return undefined;
  }
  /** Null: there is none. */
  const optional = async <T>(name: string, schema: z.ZodType<T>) =>
    (await isThere(join(folder, name), read)) ? one(name, schema) : null;
  const plugins = new Map<string, unknown>();
  for (const [name, { schema }] of pluginFiles) {
    plugins.set(name, await optional(`${id}/${name}.json`, schema));
  }
  const campaign = await one(`${id}/campaign.json`, campaignSchema);
  const files = {
    campaign,
    states: await one(`${id}/states.json`, statesSchema),
    places: campaign && (await one(fileOf('places.json', id, { campaign }), citiesSchema)),
    rewards: await one(`${id}/rewards.json`, rewardsSchema),
    draw: await one(`${id}/draw.json`, drawSchema),
    sms: await one(`${id}/sms.json`, smsSchema),
    plugins,
  };
  const draw = files.draw ?? (await goodParts(join(folder, id, 'draw.json'), read));
  return { files, draw, problems, later };
}

export function isComplete(files: CampaignFiles): files is CompleteFiles {
  return [...Object.values(files), ...(files.plugins?.values() ?? [])].every(
    (file) => file !== undefined,
  );
}

export type CompleteFiles = {
  [Name in keyof CampaignFiles]-?: Exclude<CampaignFiles[Name], undefined>;
};
