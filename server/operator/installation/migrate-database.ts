// What the program `migrate` does, and `launch` by itself.
import type { readMigrateConfig } from '../../main/settings/program-config.ts';
import { assertSuitable, openDatabase } from '../../database/database.ts';
import { lockPatience } from '../../database/schema/lock-briefly.ts';
import { hasSecretChecks } from '../../database/secret-checks.ts';
import { migrate } from '../../database/schema/migrate.ts';
import { assertSameSecrets } from '../../console/checks/own-secrets.ts';

/**
 * Many may call it at once: one migrates, the others wait.
 * @param onWait is called if a lock is not free, `onStep` with what is applied now
 * @returns what was done, for a person
 * @throws InaamError if the database is not suitable, or is another campaign's
 */
export async function migrateDatabase(
  { databaseUrl, campaign, secrets }: ReturnType<typeof readMigrateConfig>,
  { onWait, onStep }: { onWait: () => void; onStep?: (step: string) => void },
): Promise<string> {
  const database = openDatabase(databaseUrl, 2);
  try {
    await assertSuitable(database);
    if (await hasSecretChecks(database)) await assertSameSecrets(database, campaign, secrets);
    const applied = await migrate(database, { ...lockPatience, onWait, ...(onStep && { onStep }) });
    return applied.length === 0 ? 'The schema is up to date.' : `Applied: ${applied.join(', ')}`;
  } finally {
    await database.end();
  }
}
