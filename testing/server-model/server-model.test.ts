// Random commands of several devices and numbers, and the delivery of their messages, on the real
// server and PostgreSQL, compared with a model of the protocol. A failure prints the seed and the
// shortest run; see docs/code/tests.md.
import fc from 'fast-check';
import { afterAll, beforeAll, test } from 'vitest';
import { modelRuns } from '../setup/model-runs.ts';
import { testServer, type TestServer } from '../server/app/test-server.ts';
import { createSimulation, type Simulation } from './simulation.ts';

/** Half of the runs each. */
const { run, replayPath, timeoutMs } = modelRuns(10);
const longer = { ...run, numRuns: 4 * run.numRuns };
const servers = new Map<boolean, { simulation: Simulation; server: TestServer }>();
beforeAll(async () => {
  for (const hasPacks of [false, true]) {
    const runs = run.numRuns + longer.numRuns;
    const simulation = createSimulation({ runs, hasPacks, replayPath });
    servers.set(hasPacks, { simulation, server: await testServer(simulation.options) });
  }
});
afterAll(async () => {
  for (const { server } of servers.values()) await server.close();
});

test(
  '[CAM-2][ROL-1][ROL-2][SES-6][HOM-6][OTP-5][OTP-6][SGN-3][ENT-7] whatever devices, numbers, the SMS provider and lost connections do, in whatever order, each answer and each SMS is the one that is owed',
  async () => {
    await fc.assert(propertyOf(false), run);
  },
  timeoutMs,
);

test(
  'the same where each pack has a code, and each code is used once',
  async () => {
    await fc.assert(propertyOf(true), run);
  },
  timeoutMs,
);

test.each([
  ['without packs', false],
  ['with packs', true],
])(
  'so it is %s in four times as many runs',
  { tags: ['long'], timeout: 4 * timeoutMs },
  async (_, hasPacks) => {
    await fc.assert(propertyOf(hasPacks), longer);
  },
);

function propertyOf(hasPacks: boolean): ReturnType<Simulation['property']> {
  const { simulation, server } = servers.get(hasPacks) ?? {};
  if (!simulation || !server) throw new Error('The server did not start.');
  return simulation.property(server);
}
