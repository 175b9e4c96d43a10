// Checks of the database, which run first, because the other checks need it.
import { assertMigrated } from '../../database/schema/applied-migrations.ts';
import {
  readLoginFacts,
  readPrivilegeDifferences,
} from '../../database/schema/privilege-differences.ts';
import { assertSuitable, databaseTime, type Database } from '../../database/database.ts';
import { checkOf, type Finding } from './finding.ts';

export async function checkDatabase(database: Database): Promise<Finding> {
  await assertSuitable(database);
  return checkOf('database').ok('It answers, and a crash would lose nothing that was committed.');
}

export async function checkMigrations(database: Database): Promise<Finding> {
  await assertMigrated(database);
  return checkOf('migrations').ok('This version can use the schema.');
}

const shownMax = 3;

export async function checkRoles(database: Database): Promise<Finding> {
  const roles = checkOf('roles');
  const { isSuperuser, missingRoles } = await readLoginFacts(database);
  if (missingRoles.length > 0) {
    return roles.fault(`${missingRoles.join(', ')}: not there.`, 'Run `npm run migrate`.');
  }
  const { missing, surplus } = await readPrivilegeDifferences(database);
  const differences = [
    ...surplus.map((privilege) => `too much (${privilege})`),
    ...missing.map((privilege) => `too little (${privilege})`),
  ];
  if (differences.length > 0) {
    const more = differences.length - shownMax;
    return roles.fault(
      `${differences.slice(0, shownMax).join(', ')}${more > 0 ? ` and ${more} more` : ''}.`,
      'Run `npm run migrate`, which grants exactly what each role may do, and find out who changed it.',
    );
  }
  return isSuperuser
    ? roles.warning(
        'Each role has its rights, but DATABASE_URL logs in as a superuser, who can leave its role.',
        'Give each program a user that is only in its role (docs/environment.md, Roles).',
      )
    : roles.ok('Each role has exactly its rights.');
}

const warningMs = 2000;
const faultMs = 60_000;

/**
 * The product follows the database's clock; logs, certificates and backups follow this machine's.
 */
export async function checkClock(database: Database, machine: () => number): Promise<Finding> {
  const clock = checkOf('clock');
  const before = machine();
  const time = await databaseTime(database);
  const apartMs = Math.abs(time - (before + machine()) / 2);
  const apart = `The database and this machine are ${(apartMs / 1000).toFixed(1)} seconds apart.`;
  const mend =
    'Set both by NTP: codes expire and days change by the clock of the database, and phones refuse what is minutes off.';
  if (apartMs > faultMs) return clock.fault(apart, mend);
  return apartMs > warningMs ? clock.warning(apart, mend) : clock.ok(apart);
}
