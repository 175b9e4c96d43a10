// Normalizes each form of DATABASE_URL that libpq or `pg` accepts to one that `new URL` and `pg`
// parse alike.

/**
 * A problem never contains the address, which contains a password. `isSafe`: PostgreSQL is on this
 * machine, or its certificate is verified.
 */
type Read = { url: string; isSafe: boolean } | { problem: string };

const form = 'Write postgres://user:password@host:5432/database';
const encoded =
  'In a user, a password or a name of a database, write @ : / ? # % as %40 %3A %2F %3F %23 %25';
const several = {
  problem:
    'names several hosts: name one, or a proxy that leads to the primary ("Failover" in docs/run/several-machines.md)',
};
const ofTls = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'sslnegotiation', 'ssl'] as const;

export const isLocal = (host: string) =>
  /^(?:\/.*|localhost|127(?:\.\d+){3}|\[?::1\]?)$/.test(host);

export function readDatabaseUrl(text: string): Read {
  const address = /^(["']?)\s*(.*?)\s*\1$/s.exec(text.trim())?.[2] ?? '';
  const [, rest] = /^postgres(?:ql)?:\/\/(.*)$/is.exec(address) ?? [];
  if (rest === undefined) {
    return { problem: `must begin with postgres://. ${form}` };
  }
  if (/\p{Cc}/u.test(rest)) {
    return { problem: `has a line break or another control character in it. ${form}` };
  }
  const [, authority = '', path = '', query = '', fragment] =
    /^([^/?#]*)([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(rest) ?? [];
  const given = new URLSearchParams(query);
  // A password with one of these characters makes the rest look like another part of the address.
  if (fragment !== undefined || [path, ...given.keys()].some((part) => part.includes('@'))) {
    return { problem: `cannot be read. ${encoded}` };
  }
  if (/,[^@]*$/.test(authority)) return several;
  const [, login = '', machine = '', port = ''] =
    /^(?:(.*)@)?(\[[^\]]*\]|[^:@]*)(?::(\d*))?$/s.exec(authority) ?? [];
  if (authority !== '' && `${login}${machine}${port}` === '') {
    return { problem: `has no valid host and port. ${form}. ${encoded}` };
  }
  try {
    const [user = '', ...password] = login.split(':');
    return addressOf(
      {
        user: decoded(user),
        password: decoded(password.join(':')),
        host: decoded(machine).replace(/^\[(.*)\]$/, '$1'),
        port,
        dbname: decoded(path.slice(1)),
      },
      given,
    );
  } catch {
    return { problem: `cannot be read. ${encoded}` };
  }
}

/** @throws URIError for bytes that are not UTF-8; a `%` that encodes nothing stands for itself */
const decoded = (text: string) => decodeURIComponent(text.replaceAll(/%(?![\da-f]{2})/gi, '%25'));

type Parts = Record<'user' | 'password' | 'host' | 'port' | 'dbname', string>;

/** Parameters override what stands before them, as in `pg`. Of repeated ones the last counts. */
function addressOf(before: Parts, given: URLSearchParams): Read {
  const parameters = new Map(given);
  const part = (name: keyof Parts) => {
    const value = parameters.get(name) ?? '';
    parameters.delete(name);
    return value === '' ? before[name] : value;
  };
  const [user, password, port, dbname] = [
    part('user'),
    part('password'),
    part('port'),
    part('dbname'),
  ];
  const host = part('host') || 'localhost';
  if (host.includes(',')) return several;
  if (port !== '' && !(/^\d{1,5}$/.test(port) && Number(port) > 0 && Number(port) < 65_536)) {
    return { problem: `has no valid port. ${form}` };
  }
  // As in libpq, there is no TLS on a socket file.
  if (host.startsWith('/')) for (const name of ofTls) parameters.delete(name);
  if (parameters.get('sslrootcert') === 'system') parameters.delete('sslrootcert');
  const isName = /^[\w.-]+$/.test(host);
  if (!isName) parameters.set('host', host);
  const login = [user, ...(password === '' ? [] : [password])].map(encodeURIComponent).join(':');
  const name = encodeURI(dbname).replaceAll(/[?#]/g, encodeURIComponent);
  const url = `postgres://${login === '' ? '' : `${login}@`}${isName ? host : 'localhost'}${port && `:${port}`}/${name}?${new URLSearchParams([...parameters]).toString()}`;
  const isSafe = isLocal(host) || parameters.get('sslmode') === 'verify-full';
  return URL.canParse(url) ? { url, isSafe } : { problem: `cannot be read. ${form}. ${encoded}` };
}
