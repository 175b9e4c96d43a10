import pg from 'pg';
import { expect, test } from 'vitest';
import { readDatabaseUrl } from './database-url.ts';

/** How `pg` parses the normalized address. */
function connectionOf(text: string) {
  const read = readDatabaseUrl(text);
  if ('problem' in read) return read.problem;
  if (!read.isSafe) return 'not safe';
  // Our own code parses it like this.
  expect(URL.canParse(read.url)).toBe(true);
  const { user, password, host, port, database, ssl } = new pg.Client(read.url);
  return { user, password, host, port, database, ssl };
}

const cloud = '/cloudsql/brand:asia-south1:inaam';
const own = {
  user: 'u',
  password: 'p',
  host: 'localhost',
  port: 5432,
  database: 'db',
  ssl: false,
};

test.each<[string, Partial<typeof own>]>([
  ['postgres://u:p@localhost:5432/db', {}],
  ['postgresql://u:p@localhost/db', {}],
  ['  postgres://u:p@localhost/db\n', {}],
  ['"postgres://u:p@localhost/db"', {}],
  ["'postgres://u:p@localhost/db'", {}],
  [`postgres://u:p@/db?host=${cloud}`, { host: cloud }],
  [`postgres://u:p@/db?host=${encodeURIComponent(cloud)}`, { host: cloud }],
  [`postgres://u:p@:6432/db?host=${cloud}`, { host: cloud, port: 6432 }],
  [`postgres://u:p@${encodeURIComponent(cloud)}/db`, { host: cloud }],
  [`postgres://u:p@localhost/db?host=${cloud}&sslmode=verify-full`, { host: cloud }],
  [`postgres:///db?host=${cloud}&user=u&password=p&port=6432`, { host: cloud, port: 6432 }],
  ['postgres:///?dbname=db&user=u&password=p', {}],
  ['postgres://u:p@/db', {}],
  ['postgres://u:p@[::1]:6432/db', { host: '::1', port: 6432 }],
  ['postgres://u:p@/db?host=::1', { host: '::1' }],
  ['postgres://u:p@localhost', { database: 'u' }],
  ['postgres://u:p@localhost/', { database: 'u' }],
  ['postgres://u:p%40%2Fw@localhost/db', { password: 'p@/w' }],
  ['postgres://u:p@w:x@localhost/db', { password: 'p@w:x' }],
  ['postgres://u:100%@localhost/db', { password: '100%' }],
  ['postgres://u:a%zz b@localhost/db?options=-c geqo=off', { password: 'a%zz b' }],
  ['postgres://u:p%C3%A9é@localhost/d%C3%A9', { password: 'péé', database: 'dé' }],
  ['postgres://u:p@localhost/a/b', { database: 'a/b' }],
  [
    'postgres://u:p@db.example/db?sslmode=verify-full',
    { host: 'db.example', ssl: expect.anything() },
  ],
  [
    'postgres://u:p@10.0.0.7/db?sslmode=verify-full&sslrootcert=system',
    { host: '10.0.0.7', ssl: expect.anything() },
  ],
])('%j is read as libpq reads it', (text, different) => {
  expect(connectionOf(text)).toEqual({ ...own, ...different });
});

test.each([
  ['', /^must begin with postgres:\/\//],
  ['mysql://u:hush@localhost/db', /^must begin with postgres:\/\//],
  ['host=localhost dbname=db password=hush', /^must begin with postgres:\/\//],
  ['postgres://u:hush/1@localhost/db', /In a user, a password .* %40 %3A %2F/],
  ['postgres://u:12/hush@localhost/db', /In a user, a password/],
  ['postgres://u:12?hush@localhost/db', /In a user, a password/],
  ['postgres://u:12#hush@localhost/db', /In a user, a password/],
  ['postgres://u:hush%ff@localhost/db', /In a user, a password/],
  ['postgres://u:hu\nsh@localhost/db', /line break/],
  ['postgres://u:hush@localhost:54x2/db', /no valid host and port/],
  ['postgres://u:hush@localhost:65536/db', /no valid port/],
  ['postgres://u:hush@::1/db', /no valid host and port/],
  ['postgres://u:hush@one,two/db', /names several hosts: .* a proxy/],
  ['postgres://u:hush@one:5432,two:5433/db', /names several hosts/],
  ['postgres://u:hush@/db?host=one,two&port=1,2', /names several hosts/],
  ['postgres://u:hush@db.example/db?sslmode=require', /not safe/],
  ['postgres://u:hush@/db?host=db.example', /not safe/],
  ['postgres://u:hush@localhost/db?host=/tmp&host=db.example', /not safe/],
])('%j is refused by a sentence without the password', (text, sentence) => {
  const problem = connectionOf(text);
  expect(problem).toMatch(sentence);
  expect(problem).not.toMatch(/hu.?sh/);
});
