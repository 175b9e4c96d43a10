import { callNames, type CallName } from '@inaam/contract/calls.ts';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { Refusal } from './refusal.ts';
import { eventLoopDelayMax, shedLoad } from './shed-load.ts';

async function servedAt(delayMs: number): Promise<CallName[]> {
  const app = fastify();
  shedLoad(app, () => delayMs);
  app.setErrorHandler((error, _request, reply) =>
    reply.code(error instanceof Refusal ? error.statusCode : 500).send(),
  );
  for (const call of callNames) app.get(`/${call}`, { config: { call } }, () => ({}));
  const served: CallName[] = [];
  for (const call of callNames) {
    const { statusCode } = await app.inject(`/${call}`);
    expect([200, 503]).toContain(statusCode);
    if (statusCode === 200) served.push(call);
  }
  await app.close();
  return served;
}

const { arriving, begun } = eventLoopDelayMax;
const later = callNames.filter(
  (call) => !['startSession', 'recordConsent', 'register'].includes(call),
);

test.each([
  ['not busy', 0, callNames],
  ['at the limit of those who arrive', arriving, callNames],
  ['above it', arriving + 1, later],
  ['at the limit of those who have begun', begun, later],
  ['above it', begun + 1, []],
])('%s (%d ms): those who have begun are served before those who arrive', async (_, ms, served) => {
  expect(await servedAt(ms)).toEqual(served);
});
