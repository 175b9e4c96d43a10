import { expect, test } from 'vitest';
import { CallFailure, createSendCall } from '../calls/send-call.ts';
import { repeatAfterSignIn, SignInGate } from './sign-in-gate.ts';

/** A console whose session can end. */
function consoleWithSession() {
  const gate = new SignInGate();
  const bodies: string[] = [];
  const state = { isSignedIn: true };
  const send = createSendCall(
    (_, init) => {
      bodies.push(init.body);
      return Promise.resolve(
        state.isSignedIn
          ? Response.json({ isChanged: true, message: 'Done.' })
          : Response.json({ code: 'signedOut', message: 'Sign in.' }, { status: 401 }),
      );
    },
    () => true,
  );
  return { gate, bodies, state, call: repeatAfterSignIn(send, gate), send };
}
const fields = { person: 'a'.repeat(64), reason: 'Ticket 1' };

test('repeats a call with the same fields once its person has signed in again', async () => {
  const { gate, bodies, state, call } = consoleWithSession();
  state.isSignedIn = false;
  const answer = call('unlockNumber', fields);
  await expect.poll(() => gate.isAsked()).toBe(true);
  state.isSignedIn = true;
  gate.open();
  expect(await answer).toEqual({ isChanged: true, message: 'Done.' });
  expect(bodies).toEqual([JSON.stringify(fields), JSON.stringify(fields)]);
  expect(gate.isAsked()).toBe(false);
});

test('requires one sign-in for several calls, and sends none meanwhile', async () => {
  const { gate, bodies, state, call } = consoleWithSession();
  let times = 0;
  gate.subscribe(() => {
    times += 1;
  });
  state.isSignedIn = false;
  const first = call('unlockNumber', fields);
  await expect.poll(() => gate.isAsked()).toBe(true);
  const second = call('blockNumber', fields);
  expect(bodies).toHaveLength(1);
  state.isSignedIn = true;
  gate.open();
  await Promise.all([first, second]);
  expect(bodies).toHaveLength(3);
  expect(times).toBeGreaterThan(0);
});

test('requires no sign-in after another refusal', async () => {
  const gate = new SignInGate();
  const call = repeatAfterSignIn(() => Promise.reject(new CallFailure('refused', 'No.')), gate);
  await expect(call('unlockNumber', fields)).rejects.toThrow('No.');
  expect(gate.isAsked()).toBe(false);
});
