import type { Connection, Database } from '@inaam/server/database/database.ts';

/** Which commit of a call: a verification first counts the try, then admits the device. */
export type CommitNumber = 1 | 2;

/** Written although the caller does not know. */
type Lost = { hasToken: boolean };

/** Loses the response to a commit of the server, like a connection that breaks at that moment. */
export class LostCommits {
  #left = 0;
  #lost: Lost | undefined;
  readonly #watched = new WeakSet<Connection>();

  constructor(database: Database) {
    database.on('acquire', (connection) => this.#watch(connection));
  }

  /** @returns what was lost, if the call reached that commit */
  async during<Result>(
    commit: CommitNumber | undefined,
    work: () => Promise<Result>,
  ): Promise<{ result: Result; lost: Lost | undefined }> {
    this.#left = commit ?? 0;
    this.#lost = undefined;
    const result = await work();
    this.#left = 0;
    return { result, lost: this.#lost };
  }

  #watch(connection: Connection): void {
    if (this.#watched.has(connection)) return;
    this.#watched.add(connection);
    const query = connection.query.bind(connection);
    let written = '';
    const watched = (...words: unknown[]): unknown => {
      const answer: unknown = Reflect.apply(query, undefined, words);
      if (words[0] === 'commit' && this.#isThisOne()) return this.#lose(answer, written);
      written = JSON.stringify(words[0]);
      return answer;
    };
    Object.assign(connection, { query: watched });
  }

  #isThisOne(): boolean {
    if (this.#left === 0) return false;
    this.#left -= 1;
    return this.#left === 0;
  }

  async #lose(answer: unknown, written: string): Promise<never> {
    await answer;
    this.#lost = { hasToken: written.includes('insert into inaam.token') };
    throw Object.assign(new Error('The answer to the commit is lost.'), { code: 'ECONNRESET' });
  }
}
