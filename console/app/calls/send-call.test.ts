import { expect, test } from 'vitest';
import { CallFailure, failureOf, createSendCall } from './send-call.ts';
import { watchInput } from '../console-context.ts';

const answering = (status: number, body: unknown, hasInput = () => true) => {
  const asked: { address: string; init: RequestInit }[] = [];
  const send = createSendCall((address, init) => {
    asked.push({ address, init });
    return Promise.resolve(Response.json(body, { status }));
  }, hasInput);
  return { send, asked };
};
const failing = async (run: Promise<unknown>) => failureOf(await run.catch((error) => error));

test('posts the fields and names nothing in the address', async () => {
  const { send, asked } = answering(200, { isChanged: true, message: 'Done.' });
  const fields = { person: 'a'.repeat(64), reason: 'Ticket 1' };
  expect(await send('unlockNumber', fields)).toEqual({ isChanged: true, message: 'Done.' });
  expect(asked[0]?.address).toBe('/api/person/unlock');
  expect(asked[0]?.init).toMatchObject({ method: 'POST', body: JSON.stringify(fields) });
});

test.each([
  ['of figures that nobody asked for', 'readStock', false, '1'],
  ['of figures after somebody has used the page', 'readStock', true, null],
  ['that changes something, from any account', 'signOut', false, null],
] as const)('marks a call %s: %s %s %s', async (_what, name, hasInput, mark) => {
  const { send, asked } = answering(403, {}, () => hasInput);
  await failing(send(name, {}));
  expect(new Headers(asked[0]?.init.headers).get('x-refresh')).toBe(mark);
});

test('a person who types, presses or scrolls has used the page once', () => {
  const page = new EventTarget();
  const hasInput = watchInput(page);
  expect(hasInput()).toBe(false);
  for (const kind of ['keydown', 'pointerdown', 'wheel']) {
    page.dispatchEvent(new Event(kind));
    expect(hasInput()).toBe(true);
    expect(hasInput()).toBe(false);
  }
  page.dispatchEvent(new Event('pointermove'));
  expect(hasInput()).toBe(false);
});

test('passes the sentence of a refusal on', async () => {
  const { send } = answering(403, { code: 'notAllowed', message: 'Your role may not do this.' });
  const failure = await failing(send('signOut', {}));
  expect(failure).toMatchObject({ code: 'notAllowed', message: 'Your role may not do this.' });
  expect(failure.isPassing).toBe(false);
});

test('calls an answer without a sentence a fault that may pass', async () => {
  const failure = await failing(answering(502, '<html>').send('signOut', {}));
  expect(failure.code).toBe('fault');
  expect(failure.isPassing).toBe(true);
});

test('names the limit of a proxy that takes no call of this size', async () => {
  const ofCall = await failing(answering(413, '<html>').send('signOut', {}));
  expect(ofCall.message).toContain('client_max_body_size');
  expect(ofCall.isPassing).toBe(false);
});

test('recommends a reload if the response has another shape', async () => {
  const failure = await failing(
    answering(200, { isChanged: 'yes' }).send('unlockNumber', {
      person: '',
      reason: '',
    }),
  );
  expect(failure.message).toContain('Reload');
});

test('reports that there was no response if the network fails', async () => {
  const send = createSendCall(
    () => Promise.reject(new TypeError('Failed to fetch')),
    () => true,
  );
  const failure = await failing(send('signOut', {}));
  expect(failure.code).toBe('offline');
  expect(failure.isPassing).toBe(true);
});

test('shows no text of an unexpected error', () => {
  expect(failureOf(new Error('secret')).message).not.toContain('secret');
  const known = new CallFailure('busy', 'Try again.');
  expect(failureOf(known)).toBe(known);
});
