import { fill } from '@inaam/campaigns/public/fill.ts';
import { useWords } from '../app/use-app.ts';
import { NoBreak } from '../ui/no-break.tsx';

type SentTextProps = { mobile: string | null; isElsewhere: boolean | undefined };

/** Says which number the newest code was sent to, or that it was for another browser. */
export function SentText({ mobile, isElsewhere }: SentTextProps) {
  const { errors, sent, sentTo } = useWords().otp;
  const own = mobile === null ? sent : fill(sentTo, { mobile });
  return <NoBreak text={isElsewhere ? `${errors.elsewhere} ${errors.noneHere}` : own} />;
}
