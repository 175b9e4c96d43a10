import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { asPostgres } from '../failover/as-postgres.ts';
import type { Environment } from '../server/programs/program-process.ts';

const wordsOf = (text: string) => [...asPostgres, 'bash', '-euo', 'pipefail', '-c', text];

export type Shell = {
  /** @throws Error if a command fails */
  run(text: string, more?: Environment): void;
  /** What does not end by itself. */
  start(text: string): ChildProcess;
};

/** Commands as the user of PostgreSQL types them. @param log an open file */
export function openShell(folder: string, log: number, variables: Environment): Shell {
  const optionsOf = (more: Environment) => ({
    cwd: folder,
    env: { ...variables, ...more },
    stdio: ['ignore' as const, log, log],
  });
  return {
    run(text, more = {}) {
      const [first, ...words] = wordsOf(text);
      const { status } = spawnSync(first ?? '', words, optionsOf(more));
      if (status !== 0) throw new Error(`These commands failed:\n${text}`);
    },
    start(text) {
      const [first, ...words] = wordsOf(text);
      return spawn(first ?? '', words, optionsOf({}));
    },
  };
}
