import { fill } from '@inaam/campaigns/public/fill.ts';
import { formatWait } from '@inaam/campaigns/public/format.ts';
import { Button } from '../../ui/button.tsx';
import { FormErrors } from '../../ui/field.tsx';
import { useApp } from '../../app/use-app.ts';
import { announcedSecondsOf, secondsLeft } from './countdown.ts';
import { NoBreak } from '../../ui/no-break.tsx';
import './resend.css';
import { useEffect, useState } from 'react';

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
      <Button variant="quiet" disabled={left > 0} onClick={onResend}>
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

// Follows the clock, so it is right after the phone slept. Needs a `key` per deadline.

function useSecondsLeft(deadline: number): number {
  const [now, setNow] = useState(() => Date.now());
  const left = secondsLeft(deadline, now);
  const isRunning = left > 0;
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [isRunning]);
  return left;
}
