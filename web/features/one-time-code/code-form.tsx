import { resendAfterSeconds } from '@inaam/contract/limits.ts';
import { useState } from 'react';
import { useApp, useEntry, useMessageText, useWords } from '../../app/use-app.ts';
import { CodeField } from '../../forms/fields/code-field.tsx';
import { validateCode, type Code } from '../../forms/errors/code-errors.ts';
import { HomeNote } from '../../forms/home-note.tsx';
import { Resend } from '../../forms/resend/resend.tsx';
import { SentText } from '../../forms/sent-text.tsx';
import { useForm } from '../../forms/use-form.ts';
import type { Message } from '../../locale/message.ts';
import type { PendingCode } from '../../session/entry.ts';
import { ownRegistration } from '../../session/own-registration.ts';
import { Button } from '../../ui/button.tsx';
import { CharacterHeading } from '../../ui/character/character-heading.tsx';
import { useAutoSend } from './use-auto-send.ts';
import { resendCode, verifyCode } from './verify-code.ts';
import { WebOtp } from './web-otp.tsx';
import './code-form.css';

/** Longer than after an SMS that the shopper has asked for: an earlier one may count. */
const resendFarMs = 2 * resendAfterSeconds * 1000;

export function CodeForm() {
  const pending = useEntry((entry) => entry.pending);
  return pending && <PendingForm pending={pending} />;
}

function PendingForm({ pending }: { pending: PendingCode }) {
  const app = useApp();
  const { otp } = useWords();
  const text = useMessageText();
  const [resendFailure, setResendFailure] = useState<Message>();
  const form = useForm<Code>({
    initial: () => ({ code: '' }),
    validate: validateCode,
    send: ({ code }) => {
      autoSend.onSend(code);
      return verifyCode(app, code);
    },
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
  const { mobile } = ownRegistration(app.session, app.local);
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
      <Button type="submit" disabled={isSending}>
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
