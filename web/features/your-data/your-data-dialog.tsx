import { useEffect, useId, useRef, useState } from 'react';
import type { Erased, Wish } from '../../api/calls.ts';
import { useSession, useWords, useApp } from '../../app/use-app.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogHeader } from '../../ui/dialog.tsx';
import { NoBreak } from '../../ui/no-break.tsx';
import { type Sent, askForCode, erase } from './erase.ts';
import './your-data-dialog.css';
import { validateMobile, validateCode } from '../../forms/errors/field-errors.ts';
import { MobileField } from '../../forms/fields/mobile-field.tsx';
import { useForm } from '../../forms/use-form.ts';
import { FormErrors, CheckBox, RadioGroup } from '../../ui/field.tsx';
import { CodeField } from '../../forms/fields/code-field.tsx';
import { Resend } from '../../forms/resend/resend.tsx';
import { SentText } from '../../forms/form-notes.tsx';

export function YourDataDialog({ erased, onClose }: { erased?: Erased; onClose: () => void }) {
  const { menu, yourData } = useWords();
  const [sent, setSent] = useState<Sent>();
  const canAsk = useSession(({ userKey }) => userKey !== null);
  const hasToken = useSession(({ accessToken }) => accessToken !== null);
  return (
    <Dialog label={yourData.title} onClose={onClose}>
      <DialogHeader title={yourData.title} closeLabel={menu.close} onClose={onClose} />
      <div className="your-data">
        {erased !== undefined ? (
          <Done
            text={erased === 'now' ? yourData.erased : yourData.erasedLater}
            onFinish={onClose}
          />
        ) : (
          <>
            <Consequences />
            {!canAsk && (
              <p className="your-data-scan">
                <NoBreak text={yourData.scanFirst} />
              </p>
            )}
            {canAsk && !hasToken && !sent && <MobileForm onSent={setSent} />}
            {canAsk && (hasToken || sent) && <ConfirmForm sent={sent} onSent={setSent} />}
          </>
        )}
      </div>
    </Dialog>
  );
}

function Done({ text, onFinish }: { text: string; onFinish: () => void }) {
  const { yourData } = useWords();
  const finish = useRef<HTMLButtonElement>(null);
  // The focused button is gone, and a dialog that opens at this step would focus another.
  useEffect(() => finish.current?.focus(), []);
  const id = useId();
  return (
    <>
      <output id={id}>{text}</output>
      <Button ref={finish} aria-describedby={id} onClick={onFinish}>
        {yourData.finish}
      </Button>
    </>
  );
}

/** Says what is deleted, what is kept and why, before requesting anything. */
function Consequences() {
  const { yourData } = useWords();
  return (
    <>
      <p>{yourData.intro}</p>
      <section>
        <h3>{yourData.deletedTitle}</h3>
        <p>{yourData.deleted}</p>
      </section>
      <section>
        <h3>{yourData.keptTitle}</h3>
        <p>{yourData.kept}</p>
      </section>
      <section>
        <h3>{yourData.rewardTitle}</h3>
        <p>
          <NoBreak text={yourData.rewardOpen} />
        </p>
        <p>{yourData.voucherSent}</p>
      </section>
    </>
  );
}

function MobileForm({ onSent }: { onSent: (sent: Sent) => void }) {
  const app = useApp();
  const { home, yourData } = useWords();
  const { formRef, values, change, errorTexts, isSending, submit } = useForm<{ mobile: string }>({
    initial: () => ({ mobile: app.person.read().mobile ?? '' }),
    validate: validateMobile,
    send: async ({ mobile }) => {
      const asked = await askForCode(app, mobile);
      if ('refused' in asked) return asked.refused;
      onSent(asked.sent);
      return undefined;
    },
  });
  return (
    <form ref={formRef} className="your-data-form" onSubmit={submit} noValidate>
      <p>{yourData.proof}</p>
      <MobileField
        value={values.mobile}
        onMobile={(mobile) => change('mobile', { mobile })}
        errors={errorTexts('mobile')}
      />
      <FormErrors errors={errorTexts('general')} />
      <Button type="submit" isDisabled={isSending}>
        {home.getOtp}
      </Button>
    </form>
  );
}

type ConfirmFormProps = {
  /** Undefined if the session proves ownership of the number. */
  sent: Sent | undefined;
  onSent: (sent: Sent) => void;
};

type Values = { wish: Wish; code: string; stopCodes: boolean };

function ConfirmForm({ sent, onSent }: ConfirmFormProps) {
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
    const [why] = Object.values(asked.refused).flat();
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
      <FormErrors errors={errorTexts('general')} />
      <Button type="submit" isDisabled={isSending}>
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
