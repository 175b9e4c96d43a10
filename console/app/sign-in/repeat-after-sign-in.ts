import { consoleCalls } from '@inaam/contract/console/calls.ts';
import { failureOf } from '../calls/call-failure.ts';
import type { SendCall } from '../calls/send-call.ts';
import type { SignInGate } from './sign-in-gate.ts';

/** A call whose session has ended waits until the person has signed in again, and is repeated. */
export function repeatAfterSignIn(send: SendCall, gate: SignInGate): SendCall {
  return async (name, fields) => {
    if (gate.isAsked()) await gate.ask();
    try {
      return await send(name, fields);
    } catch (error) {
      const needsSession = consoleCalls[name].may !== 'nobody';
      if (!needsSession || failureOf(error).code !== 'signedOut') throw error;
      await gate.ask();
      return send(name, fields);
    }
  };
}
