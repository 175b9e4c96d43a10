// An earlier commit of the repository as a folder whose programs run.
import { execFileSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readMigrations } from '@inaam/server/database/schema/applied-migrations.ts';
import { linkAllPackages } from '../planted/product-copy.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const migrations = 'server/database/schema/migrations';

const git = (...words: readonly string[]) =>
  execFileSync('git', words, { cwd: root, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 }).trim();

/**
 * The newest commit that does not have the newest migration.
 * @throws Error if there is none
 */
export async function commitBefore(): Promise<string> {
  const newest = (await readMigrations()).at(-1)?.name ?? '';
  // The newest line is the oldest commit: the one that added it.
  const added = git('log', '--format=%H', '--', `${migrations}/${newest}`).split('\n').at(-1);
  // It is not committed yet.
  return git('rev-parse', added ? `${added}^` : 'HEAD');
}

/**
 * Checks the commit out into `folder`, with packages and the built site.
 * @throws Error if its migrations are not the first ones of this version
 */
export async function checkOut(commit: string, folder: string): Promise<void> {
  await mkdir(folder);
  const unpack = 'git archive "$1" | tar -x -C "$2"';
  execFileSync('sh', ['-c', unpack, 'sh', git('rev-parse', commit), folder], { cwd: root });
  await assertOlder(commit, folder);
  if (locked(folder) === locked(root)) await linkAllPackages(folder);
  else execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'ignore' });
  const build = ['runtime/run.mjs', 'web/build/build-web.ts'];
  execFileSync(process.execPath, build, { cwd: folder, stdio: 'ignore' });
}

const locked = (folder: string) => readFileSync(path.join(folder, 'package-lock.json'), 'utf8');

async function assertOlder(commit: string, folder: string): Promise<void> {
  const [own, old] = [await readMigrations(), await readMigrations(path.join(folder, migrations))];
  const different = old.find(({ hash }, place) => own[place]?.hash !== hash);
  if (different) {
    throw new Error(
      `${commit} has another ${different.name} than this version. Name a later commit with --from.`,
    );
  }
  if (old.length === own.length) {
    throw new Error(`${commit} has all migrations of this version. Name an earlier one.`);
  }
}
