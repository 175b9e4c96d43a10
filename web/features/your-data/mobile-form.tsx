import { useApp, useWords } from '../../app/use-app.ts';
import { validateMobile } from '../../forms/errors/mobile-errors.ts';
import { MobileField } from '../../forms/fields/mobile-field.tsx';
import { useForm } from '../../forms/use-form.ts';
import { readRegistration } from '../../session/storage/stored-registration.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorTexts } from '../../ui/field.tsx';
import { askForCode, type Sent } from './erase.ts';

export function MobileForm({ onSent }: { onSent: (sent: Sent) => void }) {
  const app = useApp();
  const { home, yourData } = useWords();
  const { formRef, values, change, errorTexts, isSending, submit } = useForm<{ mobile: string }>({
    initial: () => ({ mobile: readRegistration(app.local).mobile ?? '' }),
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
      <ErrorTexts errors={errorTexts('general')} />
      <Button type="submit" disabled={isSending}>
        {home.getOtp}
      </Button>
    </form>
  );
}
