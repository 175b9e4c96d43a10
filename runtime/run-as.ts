// PostgreSQL refuses to run as root, and initdb refuses a user without a name.
import { spawn } from 'node:child_process';
import os from 'node:os';

export type RunAs = {
  readonly uid: number;
  readonly gid: number;
  readonly other: boolean;
  /** For a user namespace in which we are `nobody`. */
  readonly prefix: readonly string[];
};
/** The user of this process. */
export const asSelf: RunAs = {
  uid: process.getuid?.() ?? 0,
  gid: process.getgid?.() ?? 0,
  other: false,
  prefix: [],
};

export type ProgramResult = { code: number | null; stdout: string; stderr: string };

/** A foreign LANG, PG* or LD_LIBRARY_PATH would break PostgreSQL in obscure ways. */
const bareEnvironment = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

export async function chooseRunAs(ownerOfData?: { uid: number; gid: number }): Promise<RunAs> {
  if (asSelf.uid !== 0) return hasName() ? asSelf : ((await inNamespace()) ?? asSelf);
  const nobody = { uid: 65534, gid: 65534 };
  const wanted =
    ownerOfData && ownerOfData.uid !== 0 ? ownerOfData : ((await idsOf('nobody')) ?? nobody);
  const other = { ...wanted, other: true, prefix: [] };
  if (await canRun(other)) return other;
  // Root in a container without other users: `nobody` exists only in a nested namespace.
  const inside = await inNamespace();
  if (inside) return inside;
  throw new Error(
    'Failed to start PostgreSQL: it refuses to run as root, and this root user cannot switch to the user nobody. Run as an ordinary user, or set DATABASE_URL.',
  );
}

function hasName(): boolean {
  try {
    return os.userInfo().username !== '';
  } catch {
    return false;
  }
}

async function inNamespace(): Promise<RunAs | undefined> {
  const named = {
    ...asSelf,
    prefix: ['unshare', '--user', '--map-user=65534', '--map-group=65534'],
  };
  return (await canRun(named)) ? named : undefined;
}

/** @public @returns undefined if there is no such user */
export async function idsOf(user: string): Promise<{ uid: number; gid: number } | undefined> {
  const [uid = NaN, gid = NaN] = await Promise.all(
    ['-u', '-g'].map(async (option) => {
      const ended = await run(asSelf, ['id', option, user]).catch(() => undefined);
      return Number.parseInt(ended?.stdout ?? '', 10);
    }),
  );
  // macOS writes -2 for 4294967294.
  return Number.isNaN(uid + gid) ? undefined : { uid: uid >>> 0, gid: gid >>> 0 };
}

async function canRun(as: RunAs): Promise<boolean> {
  try {
    return (await run(as, ['true'])).code === 0;
  } catch {
    return false;
  }
}

export function spawnOptions(as: RunAs, command: readonly string[]) {
  const [program = '', ...args] = [...as.prefix, ...command];
  // The user may not be allowed to enter our working directory.
  const options = { cwd: '/', env: bareEnvironment };
  // `spawn` takes signed 32-bit integers.
  const ids = as.other ? { uid: as.uid | 0, gid: as.gid | 0 } : {};
  return { program, args, options: { ...options, ...ids } };
}

export function run(as: RunAs, command: readonly string[], input = ''): Promise<ProgramResult> {
  const { program, args, options } = spawnOptions(as, command);
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...options, detached: true });
    const ended: ProgramResult = { code: null, stdout: '', stderr: '' };
    child.stdout.on('data', (bytes) => (ended.stdout += String(bytes)));
    child.stderr.on('data', (bytes) => (ended.stderr += String(bytes)));
    // It may end without reading its input.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    child.on('error', reject);
    child.on('close', (code) => resolve({ ...ended, code }));
  });
}
