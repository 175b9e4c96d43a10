import type { FastifyInstance } from 'fastify';
import { hashOf, newToken } from '@inaam/server/console/sign-in/tokens.ts';
import { consoleCalls, type ConsoleCallName } from '@inaam/contract/console/calls.ts';
import type { ConsoleRole } from '@inaam/contract/console/roles.ts';
import { openAccount } from '@inaam/server/console/sign-in/accounts.sql.ts';
import { writeSession } from '@inaam/server/console/sign-in/sessions.sql.ts';
import type { Database } from '@inaam/server/database/database.ts';

/** For tests: without https, so the cookie has no prefix. */
export const consoleOrigin = 'http://localhost:8090';

type Options = {
  app: FastifyInstance;
  /** As the owner: the console cannot create accounts. */
  database: Database;
  campaign: { id: string };
  clocks: { wall: () => number };
};

export type ConsoleAccount = {
  id: string;
  call: (name: ConsoleCallName, fields: object) => Promise<{ status: number; body: unknown }>;
};

/** Signs a new account in and makes calls with its session. */
export async function consoleAccount(
  { app, database, campaign, clocks }: Options,
  name: string,
  role: ConsoleRole,
): Promise<ConsoleAccount> {
  const at = clocks.wall();
  const { id } = await openAccount(database, { campaign: campaign.id, name, role, at });
  const token = newToken();
  await writeSession(database, { tokenHash: hashOf(token), account: id, at });
  return {
    id,
    call: async (called, fields) => {
      const { statusCode, body } = await app.inject({
        method: 'POST',
        url: `/api/${consoleCalls[called].path}`,
        headers: { origin: consoleOrigin, 'content-type': 'application/json' },
        cookies: { 'inaam-console': token },
        payload: JSON.stringify(fields),
      });
      const answer: unknown = JSON.parse(body);
      return { status: statusCode, body: answer };
    },
  };
}
