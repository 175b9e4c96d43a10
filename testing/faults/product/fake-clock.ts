// A clock that a run moves, by Debian's libfaketime.
import { execFileSync } from 'node:child_process';
import { globSync, renameSync, writeFileSync } from 'node:fs';

const pattern = '/usr/lib/*/faketime/libfaketimeMT.so.1';

/**
 * What makes a program read its time from the file, but not the time that it measures.
 * @param file is made; whoever runs the program has to be able to read it
 */
export function clockVariables(file: string): Record<string, string> {
  setClock(file, '+0');
  return {
    LD_PRELOAD: faketime(),
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  };
}

/** At once: a program that reads it meanwhile must not find half of it. */
export function setClock(file: string, clock: string): void {
  writeFileSync(`${file}.new`, clock, { mode: 0o644 });
  renameSync(`${file}.new`, file);
}

function faketime(): string {
  const [found] = globSync(pattern);
  if (found !== undefined) return found;
  process.stdout.write('Installing faketime with apt-get.\n');
  execFileSync('apt-get', ['install', '--yes', 'faketime'], { stdio: 'inherit' });
  const [installed] = globSync(pattern);
  if (installed === undefined) throw new Error(`There is no ${pattern}.`);
  return installed;
}
