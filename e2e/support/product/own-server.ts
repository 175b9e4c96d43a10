// The site on a server and a database for one test file, which may move its clocks.
import path from 'node:path';
import { testServer, type TestServer } from '@inaam/testing/server/app/test-server.ts';
import { Shopper } from '@inaam/testing/server/shopper/shopper.ts';
import { afterAll, beforeAll } from 'vitest';
import { storedSession } from '../browser/browser-storage.ts';
import type { Phone } from '../browser/phone.ts';

const site = path.resolve(import.meta.dirname, '..', '..', '..', 'web', 'dist');

type Options = Omit<NonNullable<Parameters<typeof testServer>[0]>, 'site'>;

/** Its parts are there once the first test begins. */
export function useOwnServer(optionsOf: () => Options | Promise<Options> = () => ({})) {
  let server: TestServer;
  let origin: string;
  beforeAll(async () => {
    server = await testServer({ ...(await optionsOf()), site });
    origin = await server.app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(() => server.close());
  return {
    get server() {
      return server;
    },
    get origin() {
      return origin;
    },
    /** The code in the SMS to the shopper of this phone. */
    codeOf: async ({ page }: Phone, mobile: string): Promise<string> => {
      const shopper = new Shopper(server);
      shopper.userKey = (await storedSession(page)).userKey ?? '';
      return shopper.code(mobile);
    },
  };
}
