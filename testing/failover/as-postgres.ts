import { execFileSync } from 'node:child_process';
import { chownSync, mkdtempSync } from 'node:fs';

const isRoot = process.getuid?.() === 0;

/** PostgreSQL refuses to run as root: what a command begins with. */
export const asPostgres: readonly string[] = isRoot
  ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups']
  : [];

/** Not under /tmp: a service manager may give the server's user a /tmp of its own. */
export function folderForPostgres(): string {
  const folder = mkdtempSync('/var/tmp/inaam-cluster-');
  if (isRoot) chownSync(folder, idOf('-u'), idOf('-g'));
  return folder;
}

const idOf = (flag: '-u' | '-g') =>
  Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
