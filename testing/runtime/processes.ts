import { execFile } from 'node:child_process';
import { readFile, readdir, readlink } from 'node:fs/promises';
import { promisify } from 'node:util';

/** The processes whose program or command line contains `text`. */
export async function findProcesses(text: string): Promise<number[]> {
  if (process.platform !== 'linux') return findByPs(text);
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const found = await Promise.all(
    pids.map(async (pid) => {
      const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
      const program = await readlink(`/proc/${pid}/exe`).catch(() => '');
      return pid !== process.pid && `${program}\0${command}`.includes(text) ? [pid] : [];
    }),
  );
  return found.flat();
}

async function findByPs(text: string): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-Awwo', 'pid=,command=']);
  const lines = stdout.split('\n').filter((line) => line.includes(text));
  return lines.map((line) => Number.parseInt(line, 10)).filter((pid) => pid !== process.pid);
}
