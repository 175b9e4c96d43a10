// A copy of the repository whose own workspaces import each other, so that a patch of it is what
// runs. The packages are those of the original.
import { execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../../..');
const ownPackages = '@inaam';

export type ProductCopy = {
  folder: string;
  /** @throws Error if it does not apply any more */
  apply(patch: string): void;
  takeBack(patch: string): void;
  discard(): Promise<void>;
};

export async function copyProduct(): Promise<ProductCopy> {
  const folder = await mkdtemp(path.join(tmpdir(), 'inaam-planted-'));
  const files = execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  );
  for (const file of files.split('\0').filter(Boolean)) {
    await cp(path.join(root, file), path.join(folder, file), { recursive: true });
  }
  await linkAllPackages(folder);
  const gitApply = (patch: string, ...options: readonly string[]) => {
    execFileSync('git', ['apply', ...options, patch], { cwd: folder, stdio: 'pipe' });
  };
  return {
    folder,
    apply: (patch) => gitApply(patch),
    takeBack: (patch) => gitApply(patch, '--reverse'),
    discard: () => rm(folder, { recursive: true }),
  };
}

/** Gives a copy of the repository the packages of the original. */
export async function linkAllPackages(folder: string): Promise<void> {
  await linkPackages('', folder);
  for (const workspace of await readdir(path.join(root, 'node_modules', ownPackages))) {
    await linkPackages(workspace, folder).catch(ignoreMissing);
  }
}

/** Those of the workspaces are relative links: copied, they lead to the copies. */
async function linkPackages(workspace: string, folder: string): Promise<void> {
  const from = path.join(root, workspace, 'node_modules');
  const names = await readdir(from);
  const to = path.join(folder, workspace, 'node_modules');
  await mkdir(to, { recursive: true });
  for (const name of names) {
    const [original, copy] = [path.join(from, name), path.join(to, name)];
    if (name === ownPackages) await cp(original, copy, { recursive: true, verbatimSymlinks: true });
    else await symlink(original, copy);
  }
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
}
