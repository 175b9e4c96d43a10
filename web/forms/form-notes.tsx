import { useEntry, useWords } from '../app/use-app.ts';
import { NoBreak } from '../ui/no-break.tsx';
import { fill } from '@inaam/campaigns/public/fill.ts';

/** Says why the shopper is back on HOME, because the notification closes after a while. */
export function HomeNote() {
  const { errors } = useWords();
  const reason = useEntry((entry) => entry.reason);
  if (reason === null) return null;
  const { registerAgain, registerFirst } = errors;
  return (
    <p className="form-note">
      <NoBreak text={{ registerAgain, registerFirst }[reason]} />
    </p>
  );
}

type SentTextProps = { mobile: string | null; isElsewhere: boolean | undefined };

/** Says which number the newest code was sent to, or that it was for another browser. */
export function SentText({ mobile, isElsewhere }: SentTextProps) {
  const { errors, sent, sentTo } = useWords().otp;
  const own = mobile === null ? sent : fill(sentTo, { mobile });
  return <NoBreak text={isElsewhere ? `${errors.elsewhere} ${errors.noneHere}` : own} />;
}
