// Colleagues invited by the operator's real commands, with software passkeys. Each has a unique
// name and network address.
import * as z from 'zod';
import type { ConsoleCallName } from '@inaam/contract/console/calls.ts';
import { durableTestDatabase } from '../../setup/cluster/test-database.ts';
import { runOperatorInProcess } from '../operator/operator-in-process.ts';
import { serverOnDatabase } from '../app/server-on-database.ts';
import { SoftwareAuthenticator } from './software-authenticator.ts';
import { consoleOrigin, testConsole, type TestConsole } from './test-console.ts';
import type { TestServer } from '../app/test-server.ts';

export const minute = 60_000;
export const hour = 60 * minute;

export type Person = { name: string; address: string };

const challenged = z.object({ challenge: z.string() });
const invited = z.object({ name: z.string(), role: z.string(), options: challenged });

export const asked = (challenge: string) => ({
  challenge,
  origin: consoleOrigin,
  rpId: 'localhost',
});

export class ConsolePeople {
  readonly server: TestServer;
  readonly site: TestConsole;
  #made = 0;

  private constructor(server: TestServer, site: TestConsole) {
    this.server = server;
    this.site = site;
  }

  static async open(
    optionsFor: (server: TestServer) => Parameters<typeof testConsole>[1] = () => ({}),
  ): Promise<ConsolePeople> {
    const server = await serverOnDatabase(await durableTestDatabase());
    return new ConsolePeople(server, await testConsole(server, optionsFor(server)));
  }

  async close(): Promise<void> {
    await this.site.close();
    await this.server.close();
  }

  newPerson(): Person {
    this.#made += 1;
    return { name: `Person ${this.#made}`, address: `2001:db8:0:${this.#made.toString(16)}::1` };
  }

  operate(...words: string[]) {
    return runOperatorInProcess(['console', ...words, '--json'], {
      variables: { DATABASE_URL: this.server.databaseUrl, CONSOLE_ORIGIN: consoleOrigin },
      wall: () => this.server.time.wall,
    });
  }

  /** @returns the link's token */
  async invite({ name }: Person, role = 'support', ...more: string[]): Promise<string> {
    const reason = ['--why', 'joins support', '--by', 'ravi'];
    const { output } = await this.operate(
      'invite',
      '--name',
      name,
      '--role',
      role,
      ...reason,
      ...more,
    );
    const { link } = z.object({ link: z.string() }).parse(JSON.parse(output));
    const start = `${consoleOrigin}/#/invitation/`;
    if (!link.startsWith(start)) throw new Error('The invitation is at another address.');
    return link.slice(start.length);
  }

  async register(
    { address }: Person,
    token: string,
    device: SoftwareAuthenticator,
    habits: object = {},
  ) {
    const started = await this.site.call('startInvitation', { token }, { address });
    if (started.status !== 200) return started;
    const { options } = invited.parse(started.body);
    const response = device.register(asked(options.challenge), habits);
    return this.site.call('finishInvitation', { token, response }, { address });
  }

  async newChallenge({ address }: Person): Promise<string> {
    const started = await this.site.call('startSignIn', {}, { address });
    return challenged.parse(started.body).challenge;
  }

  async signIn(person: Person, device: SoftwareAuthenticator, habits: object = {}) {
    const response = device.signIn(asked(await this.newChallenge(person)), habits);
    return this.site.call('finishSignIn', { response }, person);
  }

  /** Somebody who has accepted an invitation with a passkey. */
  async member(role?: string) {
    const person = this.newPerson();
    const device = new SoftwareAuthenticator();
    const { cookie } = await this.register(person, await this.invite(person, role), device);
    return { person, device, cookie };
  }

  async statusOf(cookie: string | undefined, name: ConsoleCallName = 'readSession') {
    return (await this.site.call(name, {}, { cookie })).status;
  }

  async audits({ name }: Person) {
    const { rows } = await this.server.database.query(
      `select command, operator, details from inaam.audit
       where operator = $1 or details->>'name' = $1 order by number`,
      [name],
    );
    return rows;
  }

  /** Everything that the database stores about sign-ins, and the log. */
  async everythingStored(): Promise<string> {
    const tables = ['account', 'invitation', 'identity', 'session', 'challenge', 'try'];
    const rows = await Promise.all(
      [...tables.map((name) => `console_${name}`), 'audit'].map(
        async (name) =>
          (await this.server.database.query(`select t::text as row from inaam.${name} t`)).rows,
      ),
    );
    return `${JSON.stringify(rows)} ${this.site.logged()}`;
  }
}
