// Somebody who is signed in to the console, with a connection as a browser has.
import { Client } from 'undici';
import { consoleCalls, type ConsoleCallName } from '@inaam/contract/console/calls.ts';
import { hashOf, newToken } from '@inaam/server/console/sign-in/tokens.ts';
import { openAccount } from '@inaam/server/console/sign-in/accounts.sql.ts';
import { writeSession } from '@inaam/server/console/sign-in/sessions.sql.ts';
import type { Database } from '@inaam/server/database/database.ts';

export type Answered = { status: number; text: string; ms: number };

export type Colleague = {
  call: (name: ConsoleCallName, fields: object) => Promise<Answered>;
  leave: () => Promise<void>;
};

let people = 0;

/** @param database as its owner */
export async function signIn(database: Database, origin: string): Promise<Colleague> {
  const at = Date.now();
  const name = `Bench ${(people += 1)}`;
  const account = { campaign: 'biscuit-2025', name, role: 'manager', at } as const;
  const { id } = await openAccount(database, account);
  const token = newToken();
  await writeSession(database, { tokenHash: hashOf(token), account: id, at });
  const client = new Client(origin);
  return {
    call: async (name, fields) => {
      const from = performance.now();
      const { statusCode: status, body } = await client.request({
        method: 'POST',
        path: `/api/${consoleCalls[name].path}`,
        headers: {
          origin,
          cookie: `inaam-console=${token}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify(fields),
      });
      const text = await body.text();
      return { status, text, ms: performance.now() - from };
    },
    leave: () => client.close(),
  };
}
