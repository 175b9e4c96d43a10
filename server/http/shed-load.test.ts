import { callNames, type CallName } from '@inaam/contract/calls.ts';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { Refusal } from './refusal.ts';
import { callDelayMax, eventLoopDelayMax, shedLoad } from './overload.ts';

async function servedAt(load: { eventLoop: number; calls: number }): Promise<CallName[]> {
  const app = fastify();
  shedLoad(app, { eventLoopMs: () => load.eventLoop, callMs: () => load.calls });
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

const entered = callNames.filter((call) => call !== 'startSession');
const begun = entered.filter((call) => call !== 'recordConsent' && call !== 'register');
const loop = eventLoopDelayMax;
const calls = callDelayMax;

test.each([
  ['not busy', 0, 0, callNames],
  ['at the limits of those who arrive', loop.arriving, calls.arriving, callNames],
  ['the event loop is later', loop.arriving + 1, 0, begun],
  ['at the limit of those who have begun', loop.begun, 0, begun],
  ['later still', loop.begun + 1, 0, []],
  ['calls take longer', 0, calls.arriving + 1, entered],
  ['at the limit of those who fill in the form', 0, calls.entering, entered],
  ['longer', 0, calls.entering + 1, begun],
  ['at the limit of those who have begun', 0, calls.begun, begun],
  ['longer still', 0, calls.begun + 1, []],
])(
  '%s (%d and %d ms): those who have begun are served before those who arrive',
  async (_, eventLoop, callMs, served) => {
    expect(await servedAt({ eventLoop, calls: callMs })).toEqual(served);
  },
);
