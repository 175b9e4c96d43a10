// The database of an installation, its owner and the users of the programs. Each step is a query
// for the statements that are still missing, so all of them can be run again at any time.
import { openDatabase } from '@inaam/server/database/database.ts';
import { roles, type Role } from '@inaam/server/database/session.ts';

export type DatabaseUser = {
  name: string;
  /** None for the owner. */
  roles: readonly Role[];
  /** Instead of the password, which the server could log. */
  verifier: string;
};

export type Administrator = {
  /** @returns the only column of each row */
  ask: (sql: string) => Promise<string[]>;
  close: () => Promise<void>;
};

export const databaseName = 'inaam';
export const databaseOwner = 'inaam';

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
const isRole = (name: string) => `exists (select from pg_roles where rolname = '${name}')`;
const isDatabase = `exists (select from pg_database where datname = '${databaseName}')`;
const isOpen = `exists (
  select from pg_database, aclexplode(coalesce(datacl, acldefault('d', datdba))) as of_database
  where datname = '${databaseName}' and of_database.grantee = 0)`;

const createUser = ({ name, verifier }: DatabaseUser) =>
  `create role ${name} login password '${verifier}'`;

/** From version 16 on, who creates a role may not act as it, and a database needs that. */
const joinOwner = `
  select format('grant ${databaseOwner} to %I', current_user)
    || case when current_setting('server_version_num')::integer < 160000 then ''
       else ' with inherit true, set true' end
  where not pg_has_role(current_user, '${databaseOwner}', 'usage')
    and (not ${isDatabase} or ${isOpen})`;

const leaveOwner = `
  select format('revoke ${databaseOwner} from %I', current_user)
  where exists (
    select from pg_auth_members
    where roleid = '${databaseOwner}'::regrole and member = current_user::regrole
      and grantor = member)`;

function stepsFor(users: readonly DatabaseUser[]): string[] {
  const everyone = roles.join(', ');
  return [
    ...roles.map((role) => `select 'create role ${role} nologin' where not ${isRole(role)}`),
    ...users.map((user) => `select ${quoted(createUser(user))} where not ${isRole(user.name)}`),
    ...users.flatMap(({ name, roles: own }) =>
      own.map(
        (role) =>
          `select 'grant ${role} to ${name}' where not pg_has_role('${name}', '${role}', 'member')`,
      ),
    ),
    joinOwner,
    `select 'create database ${databaseName} owner ${databaseOwner} encoding ''UTF8'' template template0'
     where not ${isDatabase}`,
    `select 'revoke all on database ${databaseName} from public; grant connect on database ${databaseName} to ${everyone}; grant temporary on database ${databaseName} to inaam_operator, inaam_loader'
     where ${isOpen}`,
    leaveOwner,
  ];
}

const passwordsFor = (users: readonly DatabaseUser[]) =>
  users.map(({ name, verifier }) => `alter role ${name} password '${verifier}'`);

const withoutPassword = (statement: string) =>
  statement.replace(/password '[^']*'/, "password '…'");

type Work = {
  users: readonly DatabaseUser[];
  /** Also of users that are there already. */
  setsPasswords: boolean;
  onStatement: (statement: string) => void;
};

export async function createDatabase(
  administrator: Administrator,
  { users, setsPasswords, onStatement }: Work,
): Promise<void> {
  const run = async (statement: string) => {
    await administrator.ask(statement);
    onStatement(withoutPassword(statement));
  };
  for (const step of stepsFor(users)) {
    for (const statement of await administrator.ask(step)) await run(statement);
  }
  if (setsPasswords) for (const statement of passwordsFor(users)) await run(statement);
}

/** Who owns a database of that name, if it is not the owner that `init` makes. */
export const otherOwnerQuery = `
  select datdba::regrole::text from pg_database
  where datname = '${databaseName}' and datdba::regrole::text <> '${databaseOwner}'`;

export const portQuery = "select current_setting('port')";

const limitMs = 60_000;

/** Connects on the first query. */
export function connectAdministrator(url: string): Administrator {
  const address = new URL(url);
  // Creating a database copies one.
  for (const limit of ['statement', 'lock']) {
    address.searchParams.set(`${limit}_timeout`, String(limitMs));
  }
  const database = openDatabase(address.href, 1);
  return {
    ask: async (sql) => {
      const { rows } = await database.query<string[]>({ text: sql, rowMode: 'array' });
      return (rows ?? []).map(([value = '']) => value);
    },
    close: () => database.end(),
  };
}

/** @throws the error of the connection, or of the role that the user may not assume */
export async function tryLogin(url: string, role: Role | undefined): Promise<void> {
  const database = openDatabase(url, 1, 'general', role);
  try {
    await database.query('select 1');
  } finally {
    await database.end();
  }
}
