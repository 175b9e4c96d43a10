// `npx inaam migrate`: migrates the database at DATABASE_URL. Run it before the new version starts.
import { readMigrateConfig } from '../operator/settings/program-config.ts';
import { openProgramLog } from '../platform/log.ts';
import { runProgram } from '../database/run-program.ts';
import { createProgress } from '../operator/progress.ts';
import { migrateDatabase } from '../database/schema/migrate.ts';

const progress = createProgress({ errors: process.stderr });
const printWait = () => void process.stdout.write('A lock is not free: trying again.\n');

await runProgram(openProgramLog('migrate'), async () => {
  const done = await migrateDatabase(readMigrateConfig(), {
    onWait: printWait,
    onStep: progress.show,
  });
  progress.clear();
  return () => void process.stdout.write(`${done}\n`);
});
