import { fill } from '@inaam/campaigns/public/fill.ts';
import { formatWait } from '@inaam/campaigns/public/format.ts';
import { Button } from '../../ui/button.tsx';
import { FormErrors } from '../../ui/field.tsx';
import { useApp } from '../../app/use-app.ts';
import { announcedSecondsOf, useSecondsLeft } from './countdown.ts';
import { NoBreak } from '../../ui/no-break.tsx';
import '../fields/code-field.css';

type ResendProps = {
  resendAt: number;
  /** Why the last resend failed. */
  failure?: string | undefined;
  onResend: () => void;
};

export function Resend({ resendAt, failure, onResend }: ResendProps) {
  const { language, words } = useApp().campaign;
  const { otp } = words;
  const left = useSecondsLeft(resendAt);
  const announced = announcedSecondsOf(left);
  const announcement =
    announced === 0
      ? otp.resendReady
      : fill(otp.resendWait, { wait: formatWait(announced, language) });
  return (
    <div className="code-resend">
      <Button variant="quiet" isDisabled={left > 0} onClick={onResend}>
        {otp.resend}
      </Button>
      <FormErrors errors={failure === undefined ? [] : [failure]} />
      {left > 0 && (
        <p className="code-countdown">
          <NoBreak text={fill(otp.resendIn, { wait: formatWait(left, language) })} />
        </p>
      )}
      <p className="visually-hidden" aria-live="polite">
        {announcement}
      </p>
    </div>
  );
}
