import { copyFile, mkdir, readdir, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { campaignsFolder } from '../loader/load-campaign.ts';

/**
 * Makes a folder of campaigns with one of them, for a test to change. All but the changed files are
 * links: the modules of the words, some hundred, are then those that have been loaded already.
 * @param folder does not exist yet
 * @param changed files that the test writes, such as `biscuit-2025/draw.json`
 * @param name of the campaign's own folder
 */
export async function linkCampaign(
  folder: string,
  id: string,
  changed: readonly string[] = [],
  name = id,
): Promise<void> {
  const own = `${id}/campaign.json`;
  // A module that is a link imports the originals beside it.
  const lists = changed.filter(isModule).map((file) => join(dirname(file), 'words.ts'));
  const copied = [own, ...changed, ...lists].map((file) => file.split('/'));
  await mkdir(folder, { recursive: true });
  for (const part of [id, 'places', 'default-words']) {
    const to = join(folder, part === id ? name : part);
    await mirror(join(campaignsFolder, part), to, restsOf(copied, part));
  }
}

const isModule = (file: string) => file.endsWith('.ts');

/** What follows this first step of the paths. */
const restsOf = (paths: readonly string[][], step: string) =>
  paths.filter(([first]) => first === step).map((path) => path.slice(1));

async function mirror(from: string, to: string, copied: readonly string[][]): Promise<void> {
  if (copied.length === 0) return symlink(from, to);
  if (copied.some((path) => path.length === 0)) return copyFile(from, to);
  await mkdir(to);
  for (const name of await readdir(from)) {
    await mirror(join(from, name), join(to, name), restsOf(copied, name));
  }
}
