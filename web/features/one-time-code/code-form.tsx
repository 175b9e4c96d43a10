// The form for the one-time code (Requirements OTP-1, OTP-3, OTP-7, ERR-7), drawn.
import { fill } from '@inaam/campaigns/public/fill.ts';
import { filterOtpInput } from '@inaam/contract/fields.ts';
import { useRef } from 'react';
import { readPerson } from '../../session/remembered-person.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { useFocusFirstError } from '../../ui/use-focus-first-error.ts';
import { useApp, useWords } from '../../app/use-app.ts';
import { useCode } from './use-code.ts';
import { Resend } from './resend.tsx';
import { useSmsCode } from './use-sms-code.ts';
import './code-form.css';

/** @param resendAt when Resend becomes possible, ms by the device's clock. */
export function CodeForm({ resendAt }: { resendAt: number }) {
  const { local } = useApp();
  const { otp } = useWords();
  const { code, fault, findings, isSending, change, submit, resend, changeNumber } = useCode();
  const element = useRef<HTMLFormElement>(null);
  useFocusFirstError(element, findings);
  useSmsCode(change);
  const { mobile } = readPerson(local);
  return (
    <form ref={element} className="code-form card" onSubmit={submit} noValidate>
      <h2>{otp.title}</h2>
      <p>
        {mobile === null ? otp.sent : fill(otp.sentTo, { mobile })}{' '}
        <Button variant="link" onClick={changeNumber}>
          {otp.changeNumber}
        </Button>
      </p>
      <TextField
        label={otp.label}
        name="otp"
        className="code-input"
        inputMode="numeric"
        autoComplete="one-time-code"
        enterKeyHint="go"
        // The form comes by the shopper's own press, and has this one field.
        autoFocus
        value={code}
        clean={filterOtpInput}
        onText={change}
        faults={fault === undefined ? [] : [fault]}
      />
      <Button type="submit" disabled={isSending}>
        {otp.verify}
      </Button>
      <Resend key={resendAt} resendAt={resendAt} onResend={resend} />
    </form>
  );
}
