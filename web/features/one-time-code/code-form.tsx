import { fill } from '@inaam/campaigns/public/fill.ts';
import { filterOtpInput } from '@inaam/contract/fields.ts';
import { useApp, useWords } from '../../app/use-app.ts';
import { useForm } from '../../forms/use-form.ts';
import { ownRegistration } from '../../session/own-registration.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { validateCode, type Code } from '../../forms/code-errors.ts';
import { Resend } from '../../forms/resend.tsx';
import { useWebOtp } from './use-web-otp.ts';
import { resendCode, verifyCode } from './verify-code.ts';
import './code-form.css';

export function CodeForm({ resendAt }: { resendAt: number }) {
  const app = useApp();
  const { otp } = useWords();
  const { formRef, values, change, errorTexts, isSending, submit, exclusively } = useForm<Code>({
    initial: () => ({ code: '' }),
    validate: validateCode,
    send: ({ code }) => verifyCode(app, code),
  });
  const changeCode = (code: string) => change('code', { code });
  useWebOtp(changeCode);
  const { mobile } = ownRegistration(app.session, app.local);
  return (
    <form ref={formRef} className="code-form card" onSubmit={submit} noValidate>
      <h2>{otp.title}</h2>
      <p>
        {mobile === null ? otp.sent : fill(otp.sentTo, { mobile })}{' '}
        <Button variant="link" onClick={() => app.entry.store.setState({ pending: null })}>
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
        // The shopper's own press opens this form, and it has only this field.
        autoFocus
        value={values.code}
        clean={filterOtpInput}
        onText={changeCode}
        errors={errorTexts('code')}
      />
      <Button type="submit" disabled={isSending}>
        {otp.verify}
      </Button>
      <Resend
        key={resendAt}
        resendAt={resendAt}
        onResend={() => exclusively(() => resendCode(app))}
      />
    </form>
  );
}
