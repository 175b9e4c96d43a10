import { useApp, useWords } from '../../app/use-app.ts';
import { CheckBox } from '../../ui/field.tsx';
import { CodeField } from '../../forms/fields/code-field.tsx';
import { validateCode } from '../../forms/errors/code-errors.ts';
import { Resend } from '../../forms/resend/resend.tsx';
import { SentText } from '../../forms/sent-text.tsx';
import { useForm } from '../../forms/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { askForCode, erase, type Sent, type Wish } from './erase.ts';

type ConfirmFormProps = {
  /** Undefined if the session proves the number. */
  sent: Sent | undefined;
  onSent: (sent: Sent) => void;
};

type Values = { wish: Wish; code: string; stopCodes: boolean };

export function ConfirmForm({ sent, onSent }: ConfirmFormProps) {
  const app = useApp();
  const { otp, yourData } = useWords();
  const form = useForm<Values>({
    initial: () => ({ wish: 'withdrawConsent', code: '', stopCodes: false }),
    validate: (values) => (sent ? validateCode(values) : {}),
    send: ({ wish, code, stopCodes }) => {
      const proof = sent && { mobile: sent.mobile, otp: code, ...(stopCodes && { stopCodes }) };
      return erase(app, wish, proof, sent?.isElsewhere);
    },
  });
  const { formRef, values, change, errorTexts, isSending, submit, exclusively } = form;
  const resend = async ({ mobile }: Sent) => {
    const asked = await askForCode(app, mobile);
    if ('sent' in asked) {
      onSent(asked.sent);
      if (!asked.sent.isElsewhere) app.notices.toast('otp.resent');
      return;
    }
    const [why] = asked.refused.general ?? [];
    if (why !== undefined) app.notices.notify(why);
  };
  return (
    <form ref={formRef} className="your-data-form" onSubmit={submit} noValidate>
      {sent && (
        <>
          <p>
            <SentText {...sent} />
          </p>
          <CodeField
            label={otp.label}
            code={values.code}
            onCode={(code) => change('code', { code })}
            errors={errorTexts('code')}
          />
        </>
      )}
      <RadioGroup
        label={yourData.voucherOwed}
        name="wish"
        value={values.wish}
        options={[
          { value: 'withdrawConsent', text: yourData.sendFirst },
          { value: 'eraseData', text: yourData.giveUp },
        ]}
        errors={[]}
        onChange={(wish) => change('wish', { wish })}
      />
      {sent && (
        <StopCodes
          isChecked={values.stopCodes}
          onCheck={(stopCodes) => change('stopCodes', { stopCodes })}
        />
      )}
      <Button type="submit" disabled={isSending}>
        {yourData.confirm}
      </Button>
      {sent && (
        <Resend
          key={sent.resendAt}
          resendAt={sent.resendAt}
          onResend={() => exclusively(() => resend(sent))}
        />
      )}
    </form>
  );
}

type StopCodesProps = { isChecked: boolean; onCheck: (isChecked: boolean) => void };

function StopCodes({ isChecked, onCheck }: StopCodesProps) {
  const { yourData } = useWords();
  return (
    <CheckBox name="stopCodes" isChecked={isChecked} onCheck={onCheck}>
      {yourData.stopCodes}
    </CheckBox>
  );
}
