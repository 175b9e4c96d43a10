import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { seededRandom } from '@inaam/demo/simulation/seeded-random.ts';
import { fastClock } from '../testing/fast-clock.ts';
import { payingServer } from '../testing/paying-server.ts';

const program = fileURLToPath(import.meta.resolve('../testing/paying-process.ts'));
const habits = ['lost', 'broken', 'busy', 'early', 'down', 'none', 'none'] as const;
const ends = ['paid', 'paid', 'paid', 'pending', 'pending', 'failed'] as const;
const rewards = 60;

test(
  'through kills, two processes at once, lost answers and late ends each reward is given once',
  { tags: ['long'] },
  async () => {
    const server = await payingServer();
    onTestFinished(() => server.close());
    const { bank, time } = server;
    const random = seededRandom('kills', 'upi');
    const oneOf = <Item>(items: readonly [Item, ...Item[]]) =>
      items[random.integerBelow(items.length)] ?? items[0];
    const winners = [];
    for (let at = 0; at < rewards; at++) {
      const winner = await server.winner();
      await server.confirmed(winner);
      winners.push(winner);
    }
    const here = Date.now();
    const begun = time.wall;
    Object.defineProperty(time, 'wall', { get: fastClock(here, begun) });
    const start = async () => {
      const clock = [String(here), String(begun)];
      const given = [program, server.databaseUrl, server.address, ...clock];
      const child = spawn(process.execPath, given, { stdio: ['ignore', 'pipe', 'inherit'] });
      await once(child.stdout, 'data');
      return child;
    };
    const kill = async (child: ChildProcess) => {
      child.kill('SIGKILL');
      if (child.signalCode === null) await once(child, 'exit');
    };
    const children = await Promise.all([start(), start()]);
    let kills = 0;
    const isOver = async () => (await server.debts()).every(({ state }) => settled.has(state));
    for (const until = Date.now() + 200_000; !(await isOver()) && Date.now() < until;) {
      bank.habits = Array.from({ length: 6 }, () => oneOf(habits));
      bank.outcome = { state: oneOf(ends), code: 'NPCI_TIMEOUT' };
      await pause(200 + random.integerBelow(600));
      const [first] = children;
      if (first) await kill(first);
      children.splice(0, 1);
      children.push(await start());
      kills += 1;
      // The other way is shut while a payment is under way.
      await server.take(10);
      for (const { key, state } of bank.transfers.values()) {
        if (state === 'pending' && random.chance(0.3)) bank.become(key, oneOf(ends));
      }
    }
    await Promise.all(children.map(kill));
    expect(kills).toBeGreaterThan(5);
    const paid = bank.paidTo();
    for (const winner of winners) {
      const { state } = await server.debtOf(winner);
      expect([state, paid.get(server.idOf(winner)) ?? 0]).toEqual(
        state === 'voucher' ? ['voucher', 0] : ['paid', 3],
      );
    }
  },
);

const settled: ReadonlySet<string> = new Set(['paid', 'voucher']);
