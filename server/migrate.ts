// `npm run migrate`: brings the schema of DATABASE_URL up to this version's. Run it before the new version starts.
import { readConfig } from './config.ts';
import { runProgram } from './program.ts';
import { assertFit, openDatabase } from './storage/database.ts';
import { migrate } from './storage/migrate.ts';

await runProgram(async () => {
  const database = openDatabase(readConfig().databaseUrl, 2);
  try {
    await assertFit(database);
    const applied = await migrate(database);
    const done =
      applied.length === 0 ? 'The schema is up to date.' : `Applied: ${applied.join(', ')}`;
    process.stdout.write(`${done}\n`);
  } finally {
    await database.end();
  }
  return async () => undefined;
});
