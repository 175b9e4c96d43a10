// Makes the database of an installation: at an administrator's address, or in the PostgreSQL of
// this machine.
import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import path from 'node:path';
import { idsOf, run } from '@inaam/runtime/run-as.ts';
import { connectionProblem } from '@inaam/server/database/connection-problems.ts';
import type { Role } from '@inaam/server/database/session.ts';
import { InaamError } from '@inaam/server/platform/errors.ts';
import { RefusedError, UsageError } from '@inaam/server/operator/command-context.ts';
import type { ChosenDatabase } from './init-answers.ts';
import { ensureSecret, isRoot, type Written } from './installation-files.ts';
import {
  connectAdministrator,
  createDatabase,
  databaseName,
  databaseOwner,
  otherOwnerQuery,
  portQuery,
  tryLogin,
  type Administrator,
  type DatabaseUser,
} from './installation-database.sql.ts';

/** Who logs in with which roles, by the secret with the address. */
const logins: Readonly<Record<string, { name: string; roles: readonly Role[] }>> = {
  MIGRATE_DATABASE_URL: { name: databaseOwner, roles: [] },
  SERVE_DATABASE_URL: { name: 'inaam_serve_login', roles: ['inaam_serve'] },
  DELIVER_DATABASE_URL: { name: 'inaam_deliver_login', roles: ['inaam_deliver'] },
  DRAW_DATABASE_URL: { name: 'inaam_draw_login', roles: ['inaam_draw'] },
  CONSOLE_DATABASE_URL: {
    name: 'inaam_console_login',
    roles: ['inaam_console', 'inaam_loader'],
  },
  OPERATOR_DATABASE_URL: { name: 'inaam_operator_login', roles: ['inaam_operator'] },
};

type Server = {
  administrator: Administrator;
  urlOf: (user: string, password: string) => string;
  close: () => Promise<void>;
};

const addressOf = (base: string) => (user: string, password: string) => {
  const url = new URL(base);
  url.username = user;
  url.password = password;
  url.pathname = `/${databaseName}`;
  return url.href;
};

const nothing = async () => undefined;

async function openServer(chosen: ChosenDatabase): Promise<Server> {
  if (chosen.kind === 'url') {
    const administrator = connectAdministrator(chosen.url);
    return { administrator, urlOf: addressOf(chosen.url), close: administrator.close };
  }
  const administrator = { ask: askByPsql, close: nothing };
  const [port = '5432'] = await askByPsql(portQuery);
  return { administrator, urlOf: addressOf(`postgres://127.0.0.1:${port}/`), close: nothing };
}

class PsqlFailed extends InaamError {
  override name = 'PsqlFailed';
}

const install = 'Install it with: apt-get install postgresql';

/** As the system user postgres, whom PostgreSQL knows by its socket. */
async function askByPsql(sql: string): Promise<string[]> {
  const ids = await idsOf('postgres');
  if (!ids) throw new PsqlFailed(`There is no user postgres on this machine. ${install}`);
  const other = ids.uid !== process.getuid?.();
  if (!isRoot() && other) {
    throw new UsageError(
      'Only root may act as the user postgres of this machine: run init as root, or write an administrator’s address for --database.',
    );
  }
  const as = { ...ids, other, prefix: [] };
  const options = ['--no-psqlrc', '--quiet', '--tuples-only', '--no-align'];
  const words = ['psql', ...options, '--set=ON_ERROR_STOP=1', '--dbname=postgres'];
  const { code, stdout, stderr } = await run(as, words, `${sql};\n`).catch(() => {
    throw new PsqlFailed(`psql cannot be run. ${install}`);
  });
  if (code !== 0) {
    // Its later lines quote the statement.
    throw new PsqlFailed(
      `PostgreSQL of this machine: ${stderr.split('\n', 1)[0] ?? ''}. Is it running? systemctl status postgresql`,
    );
  }
  return stdout.split('\n').filter((line) => line !== '');
}

/** As PostgreSQL stores it; the same password gives the same text. */
function scramVerifier(password: string): string {
  const salt = createHash('sha256').update(`salt of ${password}`).digest().subarray(0, 16);
  const iterations = 4096;
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
  const keyed = (text: string) => createHmac('sha256', salted).update(text).digest();
  const stored = createHash('sha256').update(keyed('Client Key')).digest('base64');
  const server = keyed('Server Key').toString('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${stored}:${server}`;
}

export type PreparedDatabase = {
  secrets: Written[];
  statements: string[];
};

export async function prepareDatabase(
  chosen: ChosenDatabase,
  folder: string,
  setsPasswords: boolean,
): Promise<PreparedDatabase> {
  const server = await openServer(chosen).catch(explain);
  try {
    const { administrator } = server;
    // An address that leads nowhere must not be stored: the right one would be refused after it.
    const [owner] = await administrator.ask(otherOwnerQuery).catch(explain);
    if (owner !== undefined) {
      throw new RefusedError(
        `There is a database ${databaseName} already, and its owner is ${owner}: nothing was made. Rename it, or give it away: alter database ${databaseName} owner to ${databaseOwner}`,
      );
    }
    const { secrets, users } = ensureAddresses(server, folder);
    const statements: string[] = [];
    const onStatement = (statement: string) => void statements.push(statement);
    try {
      await createDatabase(administrator, { users, setsPasswords, onStatement });
    } catch (error) {
      const lacks = error instanceof Error && 'code' in error && error.code === '42501';
      if (!lacks) return explain(error);
      throw new RefusedError(
        'The user of --database may not create roles and databases. Name one who may. What was made so far is kept.',
      );
    }
    await assertLogins(secrets);
    return { secrets, statements };
  } finally {
    await server.close();
  }
}

type Address = Written & { value: string; role: Role | undefined };

/** @throws RefusedError if there is an address of another server */
function ensureAddresses({ urlOf }: Server, folder: string) {
  const secrets: Address[] = [];
  const users: DatabaseUser[] = [];
  for (const [secret, { name, roles }] of Object.entries(logins)) {
    const file = path.join(folder, secret);
    const make = () => urlOf(name, randomBytes(24).toString('base64url'));
    const written = ensureSecret(file, make);
    const password = URL.parse(written.value)?.password ?? '';
    if (written.value !== urlOf(name, password)) {
      throw new RefusedError(
        `${file} is of another PostgreSQL than --database. Name another --folder, or move the files …_DATABASE_URL away.`,
      );
    }
    users.push({ name, roles, verifier: scramVerifier(password) });
    secrets.push({ ...written, role: roles[0] });
  }
  return { secrets, users };
}

async function assertLogins(addresses: readonly Address[]): Promise<void> {
  for (const { file, value, role } of addresses) {
    await tryLogin(value, role).catch((error: unknown) => {
      const isPassword = error instanceof Error && 'code' in error && error.code === '28P01';
      const { username } = new URL(value);
      if (!isPassword) return explain(error, path.basename(file));
      throw new RefusedError(
        `${username} has another password in PostgreSQL than in ${file}: another installation may use it. If none does, run the same command with --set-passwords.`,
      );
    });
  }
}

/** @param address where the user and the host are written that the problem names */
function explain(error: unknown, address = '--database'): never {
  const problem = connectionProblem(error)?.replaceAll('DATABASE_URL', address);
  if (problem === undefined) throw error;
  throw new RefusedError(
    `${problem} What was made so far is kept: run the same command again afterwards.`,
  );
}
