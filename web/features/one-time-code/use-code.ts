// What the code form holds and does: checks, verifies, asks for the code again. Draws nothing.
import { useState, type SubmitEvent } from 'react';
import { CallRefused } from '../../api/call-refused.ts';
import { readPerson } from '../../session/remembered-person.ts';
import { useApp, useWords } from '../../use-app.ts';
import { faultOfCode, faultOfRefusal } from './code-fault.ts';

export function useCode() {
  const { calls, session, local, gate, notices, report, note } = useApp();
  const words = useWords().otp;
  const [code, setCode] = useState('');
  const [fault, setFault] = useState<string>();
  const [findings, setFindings] = useState(0);
  const [isSending, setIsSending] = useState(false);

  const find = (found: string | undefined) => {
    setFault(found);
    setFindings((count) => count + 1);
  };

  const change = (typed: string) => {
    setCode(typed);
    setFault(undefined);
  };

  const verify = async () => {
    const found = faultOfCode(code, words.faults);
    if (found !== undefined) return find(found);
    setIsSending(true);
    try {
      const verified = await calls.verifyCode(code);
      const { name, mobile } = readPerson(local);
      // From here on HOME leads on by itself: to the wheel, or to the fixed reward (guard.ts).
      session.setState(({ user }) => ({ ...verified, user: { ...user, name, mobile } }));
      gate.store.setState({ pending: null });
    } catch (error) {
      setIsSending(false);
      report(error);
      find(faultOfRefusal(error, words.faults));
    }
  };

  const waitFor = (seconds: number) =>
    gate.store.setState({ pending: { resendAt: Date.now() + seconds * 1000 } });

  const resend = async () => {
    try {
      waitFor((await calls.resendCode()).resendAfterSeconds);
      notices.toast(words.resent);
    } catch (error) {
      const mayWait = error instanceof CallRefused && error.statusCode === 429;
      if (mayWait && error.retryAfterSeconds !== undefined) waitFor(error.retryAfterSeconds);
      note('resend', error);
    }
  };

  const changeNumber = () => gate.store.setState({ pending: null });

  return {
    code,
    fault,
    findings,
    isSending,
    change,
    changeNumber,
    // Neither rejects: what goes wrong is shown or logged.
    submit: (event: SubmitEvent) => {
      event.preventDefault();
      void verify();
    },
    resend: () => void resend(),
  };
}
