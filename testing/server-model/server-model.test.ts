// Random commands of several devices and numbers, and the delivery of their messages, on the real
// server and PostgreSQL, compared with a model of the protocol. A failure prints the seed and the
// shortest run; see web/README.md.
import fc from 'fast-check';
import { afterAll, beforeAll, test } from 'vitest';
import { modelRuns } from '../setup/model-runs.ts';
import { testServer, type TestServer } from '../server/app/test-server.ts';
import { createSimulation } from './simulation.ts';

const { run, replayPath, timeoutMs } = modelRuns(20);
const longer = { ...run, numRuns: 4 * run.numRuns };
const simulation = createSimulation(run.numRuns + longer.numRuns, replayPath);
let server: TestServer;
beforeAll(async () => {
  server = await testServer(simulation.options);
});
afterAll(() => server.close());

test(
  '[CAM-2][ROL-1][ROL-2][SES-6][HOM-6][OTP-5][OTP-6][SGN-3][ENT-7] whatever devices, numbers, the SMS provider and lost connections do, in whatever order, each answer and each SMS is the one that is owed',
  async () => {
    await fc.assert(simulation.property(server), run);
  },
  timeoutMs,
);

test(
  'so it is in four times as many runs',
  { tags: ['long'], timeout: 4 * timeoutMs },
  async () => {
    await fc.assert(simulation.property(server), longer);
  },
);
