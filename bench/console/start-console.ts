// Starts the console program, with people who are signed in.
import { Client } from 'undici';
import { buildConsole } from '@inaam/console/build/build-console.ts';
import {
  consoleCalls,
  type ConsoleCallName,
  refreshHeader,
} from '@inaam/contract/console/calls.ts';
import type { ConsoleRole } from '@inaam/contract/console/roles.ts';
import { hashOf, newToken } from '@inaam/server/console/sign-in/tokens.ts';
import { openAccount } from '@inaam/server/console/sign-in/accounts.sql.ts';
import { writeSession } from '@inaam/server/console/sign-in/sessions.sql.ts';
import { openDatabase } from '@inaam/server/database/database.ts';
import { buildPreview } from '@inaam/web/build/build-preview.ts';
import { startAsItIs, type Program } from '@inaam/testing/server/programs/program-process.ts';

const campaign = 'biscuit-2025';
const origin = 'http://localhost:8090';

export type ConsoleProgram = {
  child: Program;
  /** Somebody new, with a connection of their own, as a browser has. */
  signIn: (role: ConsoleRole) => Promise<Colleague>;
  stop: () => Promise<void>;
};

export type Answered = { status: number; text: string; ms: number };

type Colleague = {
  /** @param isRefresh the page repeats it by itself */
  call: (name: ConsoleCallName, fields: object, isRefresh?: boolean) => Promise<Answered>;
  get: (address: string) => Promise<Answered>;
  leave: () => Promise<void>;
};

export async function startConsole(
  variables: Record<string, string>,
  aheadMs: number,
): Promise<ConsoleProgram> {
  await buildConsole();
  await buildPreview();
  const child = startAsItIs(
    ['testing/server/programs/demonstration.ts', 'console', String(aheadMs)],
    { ...variables, CONSOLE_ORIGIN: origin, CONSOLE_PORT: '0' },
  );
  const { port } = await child.logLine('The console is open.');
  const database = openDatabase(variables['DATABASE_URL'] ?? '', 1);
  let people = 0;
  return {
    child,
    signIn: async (role) => {
      const at = Date.now();
      const name = `Bench ${process.pid} ${(people += 1)}`;
      const { id } = await openAccount(database, { campaign, name, role, at });
      const token = newToken();
      await writeSession(database, { tokenHash: hashOf(token), account: id, at });
      return colleague(`http://127.0.0.1:${String(port)}`, token);
    },
    stop: async () => {
      await database.end();
      await child.stop();
    },
  };
}

function colleague(address: string, token: string): Colleague {
  const client = new Client(address);
  const cookie = `inaam-console=${token}`;
  const ask = async (request: Parameters<Client['request']>[0]): Promise<Answered> => {
    const from = performance.now();
    const { statusCode: status, body } = await client.request(request);
    const text = await body.text();
    return { status, text, ms: performance.now() - from };
  };
  return {
    call: (name, fields, isRefresh = false) =>
      ask({
        method: 'POST',
        path: `/api/${consoleCalls[name].path}`,
        headers: {
          origin,
          cookie,
          'content-type': 'application/json',
          ...(isRefresh && { [refreshHeader]: '1' }),
        },
        body: JSON.stringify(fields),
      }),
    get: (path) => ask({ method: 'GET', path, headers: { cookie } }),
    leave: () => client.close(),
  };
}
