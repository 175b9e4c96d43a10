// Describes each connection failure of PostgreSQL or of the way to it, with its remedy. Never
// quotes the message: it may contain a name, and may be in another language.
import { DatabaseError } from 'pg';
import { InaamError } from '../platform/errors.ts';
import { TooManyWaiting } from './batches/gather.ts';

const closed =
  'the server at its host and port closes the connection. Check that it is PostgreSQL or its pooler, and read its log.';
const silent = 'nothing answers at its host and port. Check both, the route and the firewall.';
const socket = 'this user may not use the socket that it names. Let the user enter the folder.';

const unreached: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens at its host and port. Start PostgreSQL there, or correct them.',
  ENOENT:
    'the folder that is its host has no socket of PostgreSQL. Start PostgreSQL, or correct the folder or the port, which ends the name of the socket.',
  EACCES: socket,
  EPERM: socket,
  ENOTFOUND: 'no machine has the name of its host. Correct it.',
  EAI_AGAIN: 'the name of its host cannot be looked up. Check the name and the resolver.',
  ETIMEDOUT: silent,
  EHOSTUNREACH: silent,
  ENETUNREACH: silent,
  ECONNRESET: closed,
  EPIPE: closed,
};

const refused: Readonly<Record<string, string>> = {
  '08P01': 'if a pooler answers, read its log, and "A pooler" in docs/run/several-machines.md.',
  '28P01':
    'the user or the password in DATABASE_URL is wrong. Correct them; in a password, write @ : / ? # % as %40 %3A %2F %3F %23 %25.',
  '28000':
    'the user of DATABASE_URL does not exist, may not log in, or fits no line of pg_hba.conf with this database, this address, and TLS or none (?sslmode=verify-full). Correct the address, or let the user in.',
  '3D000':
    "there is no database of the name in DATABASE_URL; without a name, the user's is taken. Create it with the encoding UTF8, or correct the name.",
  '53300':
    'it has no connection left, for anybody or for this user or database. Give the programs fewer (DATABASE_CONNECTIONS), or raise max_connections or the connection limit.',
  '57P01': 'it is being stopped. Start it again.',
  '57P03': 'it is starting, stopping or recovering. Try again when its log says that it is ready.',
};

const noTls =
  'The server of DATABASE_URL has no TLS, which its sslmode demands. Give PostgreSQL a certificate, and set ssl = on.';
const noPassword =
  'PostgreSQL requires a password, and DATABASE_URL has none. Write postgres://user:password@host:5432/database.';
const poolerRefuses =
  'A pooler refuses a start-up parameter, such as `options`, which names the role. See "A pooler" in docs/run/several-machines.md.';
const standby =
  'The server of DATABASE_URL is a standby, which takes no writes (25006). Name the primary.';
const mayNotConnect =
  'The user of DATABASE_URL may not connect to its database (42501). Let the owner run: grant connect on database <name> to <the user>.';
const takesNone =
  'The database of DATABASE_URL takes no connections (55000). Run: alter database <name> allow_connections true.';
const missingRight =
  'A right is missing in the database (42501). `npx inaam migrate` gives the role of each program its rights. Its own user must own what it changes; at first it may need: grant create on database <name> to <the user>.';

const unreachable = 'The database cannot be reached. Check DATABASE_URL';

/** Driver messages without a code. */
const byMessage: readonly (readonly [message: RegExp, sentence: string])[] = [
  [/does not support SSL|establishing an SSL/, noTls],
  [/password must be a/, noPassword],
  [/tim(?:eout|ed out)/, `${unreachable}: ${silent}`],
  [/Connection terminated/, `${unreachable}: ${closed}`],
];

const certificate =
  /^(?:ERR_TLS|ERR_SSL|ERR_OSSL|EPROTO|CERT_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO|HOSTNAME)/;

/**
 * @param error of a connection to the database
 * @returns undefined if the error is not known
 */
export function connectionProblem(error: unknown, role?: string): string | undefined {
  if (error instanceof InaamError) return error.message;
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error ? String(error.code) : '';
  if (code === '25006') return standby;
  if (error instanceof DatabaseError) return databaseProblem(error, role);
  if (code === 'EISDIR' || ('syscall' in error && error.syscall === 'open')) {
    return `A file of a certificate or a key that DATABASE_URL names cannot be read (${code}). Correct its path, or let this user read it.`;
  }
  if (unreached[code] !== undefined) {
    return `The database cannot be reached (${code}). Check DATABASE_URL: ${unreached[code]}`;
  }
  if (certificate.test(code)) {
    return `The certificate of the server of DATABASE_URL is not accepted (${code}). Name its authority with &sslrootcert=<file>, and the host as the certificate does; it must not have expired.`;
  }
  return byMessage.find(([message]) => message.test(error.message))?.[1];
}

/**
 * Covers errors of statements too, in a running program.
 * @returns undefined if the error is not about a connection or a privilege
 */
export function databaseProblem(error: unknown, role?: string): string | undefined {
  if (!(error instanceof DatabaseError)) return undefined;
  const { code = '', routine = '', message } = error;
  if (/unsupported startup parameter/.test(message)) return poolerRefuses;
  if (code === '25006') return standby;
  if (routine === 'CheckMyDatabase' && code === '42501') return mayNotConnect;
  if (routine === 'CheckMyDatabase' && code === '55000') return takesNone;
  // The role of the start-up parameter does not exist, or the user is not a member.
  if (role !== undefined && routine === 'call_string_check_hook') {
    return `The user of DATABASE_URL cannot act as ${role}. Run \`npx inaam migrate\`, then: grant ${role} to <the user>.`;
  }
  if (code === '42501') return missingRight;
  return refused[code] === undefined
    ? undefined
    : `PostgreSQL refuses the connection (${code}): ${refused[code]}`;
}

// Recognizes errors that mean that the database is down or busy, not that there is a defect. The
// transaction was rolled back or its outcome is unknown; every write can be repeated safely.

const passing = /^(08|57|53)|^(40001|40P01|55P03|25P03|25P04)$/;
/** Severities that end the connection, whatever the code. */
const endsConnection = new Set(['FATAL', 'PANIC']);
const sockets = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
]);

/** Driver messages without a code. */
const driverMessages =
  /timeout exceeded when trying to connect|Connection terminated|connection error and is not queryable|Query read timeout/;

export function isDatabaseUnavailable(error: unknown): boolean {
  return error instanceof TooManyWaiting || isConnectionLost(error) || passing.test(codeOf(error));
}

/** Repeating the statement at once would fail again, or wait just as long. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  if (/^(08|57P|53|25006)/.test(code) || sockets.has(code)) return true;
  if ('severity' in error && endsConnection.has(String(error.severity))) return true;
  return driverMessages.test(error.message);
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
