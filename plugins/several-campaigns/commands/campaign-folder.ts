// The folder of a further campaign, `campaigns/<id>` of the installation: what differs. Nothing is
// written over.
import {
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
} from 'node:fs';
import { statSync } from 'node:fs';
import path from 'node:path';
import { RefusedError } from '@inaam/server/operator/command-context.ts';
import { readSecretFile } from '@inaam/server/operator/settings/read-settings.ts';
import { errorCode } from '@inaam/server/platform/errors.ts';
import { unfinished, writeWhole } from '@inaam/server/platform/new-files.ts';

export type Written = { file: string; state: 'made' | 'kept' | 'differs' };

export type CampaignFolder = {
  folder: string;
  /** By their paths in the folder. */
  written: readonly Written[];
  makeFolder: (name: string, mode: number) => void;
  /** What differs stays, and the new one is written beside it. */
  write: (name: string, text: string) => void;
  /** @throws RefusedError if it is there and cannot be used */
  makeSecret: (name: string, make: () => string) => void;
};

/** @param owner of secrets: the user of containers; undefined: this one */
export function campaignFolder(folder: string, owner: number | undefined): CampaignFolder {
  const written: Written[] = [];
  const put = (name: string, text: string, mode: number) => {
    const file = path.join(folder, name);
    const own = mode === 0o600 ? owner : undefined;
    return explained(file, () => writeWhole(file, text, { mode, owner: own }));
  };
  return {
    folder,
    written,
    makeFolder: (name, mode) => makeFolder(path.join(folder, name), mode),
    write(name, text) {
      if (put(name, text, 0o644)) {
        written.push({ file: name, state: 'made' });
        return;
      }
      const file = path.join(folder, name);
      const isSame = explained(file, () => readFileSync(file, 'utf8')) === text;
      written.push({ file: name, state: isSame ? 'kept' : 'differs' });
      if (isSame) return;
      rmSync(`${file}.new`, { force: true });
      put(`${name}.new`, text, 0o644);
    },
    makeSecret(name, make) {
      const file = path.join('secrets', name);
      const isMade = put(file, `${make()}\n`, 0o600);
      const read = readSecretFile(path.join(folder, file));
      if ('problem' in read) {
        throw new RefusedError(
          `${path.join(folder, file)} ${read.problem}. Put the right one there; only before the launch may it be removed.`,
        );
      }
      written.push({ file, state: isMade ? 'made' : 'kept' });
    },
  };
}

/** @throws RefusedError if it cannot be made, is a link, or others may enter it */
export function makeFolder(folder: string, mode: number, owner?: number): void {
  explained(folder, () => {
    const isThere = existsSync(folder);
    mkdirSync(folder, { recursive: true, mode });
    if (!isThere && owner !== undefined) chownSync(folder, owner, owner);
    const found = lstatSync(folder);
    if (!found.isDirectory() || (found.mode & ~mode & 0o077) !== 0) {
      throw new RefusedError(
        `${folder} is no folder, or others may enter it: chmod ${mode.toString(8)} it.`,
      );
    }
    // What an interrupted run has left.
    for (const name of readdirSync(folder)) {
      if (unfinished.test(name)) rmSync(path.join(folder, name));
    }
  });
}

function explained<Result>(file: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof RefusedError) throw error;
    throw new RefusedError(
      `${file} cannot be used (${errorCode(error)}). Mend that, and run the same command again: it goes on where it ended.`,
    );
  }
}

/** Of the installation's secrets, which containers read too. */
export function ownerOf(secrets: string): number | undefined {
  const [first] = process.getuid?.() === 0 && existsSync(secrets) ? readdirSync(secrets) : [];
  return first === undefined ? undefined : statSync(path.join(secrets, first)).uid;
}
