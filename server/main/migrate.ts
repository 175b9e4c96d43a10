// `npx inaam migrate`: migrates the database at DATABASE_URL. Run it before the new version starts.
import { readMigrateConfig } from './settings/program-config.ts';
import { openProgramLog } from '../platform/log.ts';
import { runProgram } from '../database/run-program.ts';
import { assertSuitable, openDatabase } from '../database/database.ts';
import { lockPatience } from '../database/schema/lock-briefly.ts';
import { hasSecretChecks } from '../database/secret-checks.ts';
import { assertSameSecrets } from '../console/checks/own-secrets.ts';
import { createProgress } from '../operator/progress.ts';
import { migrate } from '../database/schema/migrate.ts';

const progress = createProgress({ errors: process.stderr });
const printWait = () => void process.stdout.write('A lock is not free: trying again.\n');

await runProgram(openProgramLog('migrate'), async () => {
  const { databaseUrl, campaign, secrets } = readMigrateConfig();
  const database = openDatabase(databaseUrl, 2);
  try {
    await assertSuitable(database);
    if (await hasSecretChecks(database)) await assertSameSecrets(database, campaign, secrets);
    const applied = await migrate(database, {
      ...lockPatience,
      onWait: printWait,
      onStep: progress.show,
    });
    progress.clear();
    const done =
      applied.length === 0 ? 'The schema is up to date.' : `Applied: ${applied.join(', ')}`;
    return () => void process.stdout.write(`${done}\n`);
  } finally {
    await database.end();
  }
});
