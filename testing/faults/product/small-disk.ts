// A disk of some megabytes that a run fills: a tmpfs. As root only.
import { execFileSync } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

export type SmallDisk = {
  folder: string;
  fill(): Promise<void>;
  free(): Promise<void>;
  unmount(): void;
};

/** @param owner of the folder, as `mount` reads it: `uid=1000,gid=1000` */
export async function mountSmallDisk(
  folder: string,
  megabytes: number,
  owner = 'uid=0,gid=0',
): Promise<SmallDisk> {
  await mkdir(folder);
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,${owner}`, 'tmpfs', folder]);
  const ballast = path.join(folder, 'ballast');
  return {
    folder,
    async fill() {
      const all = Buffer.alloc(megabytes * 1024 * 1024);
      await writeFile(ballast, all).catch((error: unknown) => {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
      });
    },
    free: () => rm(ballast),
    // After a failure a program may still write to it.
    unmount: () => void execFileSync('umount', ['--lazy', folder]),
  };
}
