import { resendAfterSeconds } from '@inaam/contract/limits.ts';
import { useState, useEffect, useEffectEvent, useRef } from 'react';
import { useApp, useEntry, useMessageText, useWords } from '../../app/use-app.ts';
import { CodeField } from '../../forms/fields/code-field.tsx';
import { validateCode, type Code } from '../../forms/errors/field-errors.ts';
import { HomeNote, SentText } from '../../forms/form-notes.tsx';
import { Resend } from '../../forms/resend/resend.tsx';
import { useForm } from '../../forms/use-form.ts';
import type { Message } from '../../locale/message.ts';
import type { PendingCode } from '../../session/entry.ts';
import { Button } from '../../ui/button.tsx';
import { CharacterHeading } from '../../ui/character/character-heading.tsx';
import { resendCode, verifyCode } from './verify-code.ts';
import './code-form.css';
import * as z from 'zod/mini';
import { readCodeInput } from '../../forms/fields/read-code-input.ts';

/** Longer than after an SMS that the shopper requested: an earlier code may still be valid. */
const resendFarMs = 2 * resendAfterSeconds * 1000;

export function CodeForm() {
  const pending = useEntry((entry) => entry.pending);
  return pending && <PendingForm pending={pending} />;
}

/** For the wheel. The browser keeps it. */
function usePrefetch(address: string | undefined): void {
  useEffect(() => {
    if (address !== undefined) fetch(address).catch(() => undefined);
  }, [address]);
}

function PendingForm({ pending }: { pending: PendingCode }) {
  const app = useApp();
  const { otp } = useWords();
  const text = useMessageText();
  usePrefetch(app.campaign.sounds);
  const [resendFailure, setResendFailure] = useState<Message>();
  const form = useForm<Code>({
    initial: () => ({ code: '' }),
    validate: validateCode,
    send: ({ code }) => {
      autoSend.onSend(code);
      return verifyCode(app, code);
    },
    goesOn: true,
  });
  const { formRef, values, change, errorTexts, isSending, submit, attempt, exclusively } = form;
  const autoSend = useAutoSend(attempt);
  const changeCode = (code: string, isComplete: boolean) => {
    change('code', { code });
    autoSend.onCode(code, isComplete);
  };
  const resend = async () => {
    setResendFailure(undefined);
    setResendFailure(await resendCode(app));
  };
  const { mobile } = app.person.read();
  const { resendAt, isElsewhere } = pending;
  const isResendFar = resendAt - app.now() > resendFarMs;
  return (
    <form ref={formRef} className="code-form card" onSubmit={submit} noValidate>
      <WebOtp key={resendAt} onCode={(code) => changeCode(code, true)} />
      <CharacterHeading mood={form.isRefused ? 'wince' : 'waiting'} take={form.refusals}>
        <h1>{otp.title}</h1>
      </CharacterHeading>
      <HomeNote />
      <p>
        <SentText mobile={mobile} isElsewhere={isElsewhere} />{' '}
        <Button
          variant="link"
          onClick={() => app.entry.store.setState({ pending: { ...pending, isAside: true } })}
        >
          {otp.changeNumber}
        </Button>
      </p>
      {isResendFar && <p>{otp.newest}</p>}
      <CodeField
        label={otp.label}
        code={values.code}
        onCode={changeCode}
        errors={errorTexts('code')}
      />
      <Button type="submit" isDisabled={isSending}>
        {otp.verify}
      </Button>
      <Resend
        key={resendAt}
        resendAt={resendAt}
        failure={resendFailure && text(resendFailure)}
        onResend={() => exclusively(resend)}
      />
    </form>
  );
}

// Sends a code once it is complete, typed or filled in by the phone. A code that was already sent
// is only repeated on a press, so that a wrong code never costs a second try.

/** Long enough to see the last digit, and to let a press of the button come first. */
const pauseMs = 500;

type AutoSend = {
  /** Call it on each input; anything but a complete code cancels sending. */
  onCode: (code: string, isComplete: boolean) => void;
  /** Call it whenever a code is sent. */
  onSend: (code: string) => void;
};

/** @param attempt returns false while something else is being sent; it is retried after a pause */
export function useAutoSend(attempt: () => boolean): AutoSend {
  const sent = useRef(new Set<string>());
  const [due, setDue] = useState<string | null>(null);
  const attemptNow = useEffectEvent(attempt);
  useEffect(() => {
    if (due === null) return undefined;
    const timer = setInterval(() => {
      if (attemptNow()) setDue(null);
    }, pauseMs);
    return () => clearInterval(timer);
  }, [due]);
  return {
    onCode: (code, isComplete) => setDue(isComplete && !sent.current.has(code) ? code : null),
    onSend: (code) => {
      sent.current.add(code);
      setDue(null);
    },
  };
}

// WebOTP: Chrome on Android, https only. Optional.

const smsCodeSchema = z.object({ code: z.string() });

/** Reads one code from the phone's SMS. Needs a new `key` for each code that is sent. */
export function WebOtp({ onCode }: { onCode: (code: string) => void }) {
  const fillIn = useEffectEvent((credential: unknown) => {
    const sms = z.safeParse(smsCodeSchema, credential);
    if (!sms.success) return;
    const { code } = sms.data;
    const input = readCodeInput({ before: '', typed: code, inserted: code, behind: '' });
    if (input.isComplete) onCode(input.text);
  });
  useEffect(() => {
    if (!('OTPCredential' in window)) return undefined;
    const abort = new AbortController();
    // TypeScript's DOM types lack WebOTP.
    const request: CredentialRequestOptions & { otp: { transport: string[] } } = {
      otp: { transport: ['sms'] },
      signal: abort.signal,
    };
    const ask = async () => fillIn(await navigator.credentials.get(request));
    ask().catch(() => undefined);
    return () => abort.abort();
  }, []);
  return null;
}
