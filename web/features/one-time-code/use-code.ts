// What the code form holds and does: checks, verifies, asks for the code again. Draws nothing.
import { useRef, useState, type SubmitEvent } from 'react';
import { useApp, useRetold, useWords } from '../../app/use-app.ts';
import { faultOfCode } from './code-fault.ts';
import { resendCode, verifyCode } from './verify-code.ts';

export function useCode() {
  const app = useApp();
  const words = useWords().otp;
  const [code, setCode] = useState('');
  const [fault, setFault] = useState<string>();
  const [findings, setFindings] = useState(0);
  const [isSending, setIsSending] = useState(false);
  // Known at once, where the state is known only after the next render: two taps may come in between.
  const isUnderWay = useRef(false);
  const once = async (act: () => Promise<void>) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    await act();
    isUnderWay.current = false;
  };

  const find = (found: string | undefined) => {
    setFault(found);
    setFindings((count) => count + 1);
  };

  const change = (typed: string) => {
    setCode(typed);
    setFault(undefined);
  };

  const verify = async () => {
    const found = faultOfCode(code, words.errors);
    if (found !== undefined) return find(found);
    setIsSending(true);
    const { isVerified, fault } = await verifyCode(app, code, words.errors);
    if (isVerified) return;
    setIsSending(false);
    find(fault);
  };

  const changeNumber = () => app.entry.store.setState({ pending: null });

  return {
    code,
    fault: useRetold(fault),
    findings,
    isSending,
    change,
    changeNumber,
    // Neither rejects: what goes wrong is shown or logged.
    submit: (event: SubmitEvent) => {
      event.preventDefault();
      void once(verify);
    },
    resend: () => void once(() => resendCode(app, words.resent)),
  };
}
