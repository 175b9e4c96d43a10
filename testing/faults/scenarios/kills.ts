// Programs and connections that end again and again, at moments that nothing in the product knows.
import { setTimeout as pause } from 'node:timers/promises';
import { waitUntil } from '../../server/wait-until.ts';
import type { History } from '../visitors/history.ts';
import { recovery } from '../visitors/recovery.ts';
import type { Repetition } from './repeated-fault.ts';

/** Between two faults: each is answered, and then nobody knows what is under way. */
const answersMost = 12;
const underWayMs = 40;
/** Commits. */
const passedMost = 3;

export async function someAnswers(history: History): Promise<void> {
  const enough = history.answered() + 1 + Math.floor(Math.random() * answersMost);
  await waitUntil(() => history.answered() >= enough);
  await pause(Math.random() * underWayMs);
}

/** A worker that is killed holds its jobs until another starts, or sees that it is gone. */
export const killDeliver: Repetition = {
  loops: 3,
  async begin(product) {
    product.deliver().kill('SIGTERM');
    await product.deliver().ended;
  },
  async one(product, history) {
    const deliver = await product.startDeliver(1 + Math.floor(Math.random() * 4));
    await deliver.ended;
    history.note('kill deliver between acceptance and note');
    return 0;
  },
  async end(product) {
    const killed = performance.now();
    await product.startDeliver();
    return recovery(product, killed);
  },
};

export const killPostgres: Repetition = {
  async one(product, history) {
    await someAnswers(history);
    history.note('kill PostgreSQL');
    const killed = performance.now();
    await product.postgres.kill();
    return recovery(product, killed);
  },
};

export const loseCommits: Repetition = {
  loops: 6,
  async one(product, history) {
    // Not each one: some have to come through.
    await product.proxy.loseAnswerToCommit(Math.floor(Math.random() * passedMost));
    history.note('cut between commit and its answer');
    return 0;
  },
  end: (product) => recovery(product, performance.now()),
};
