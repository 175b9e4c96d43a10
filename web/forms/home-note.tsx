import { useEntry, useWords } from '../app/use-app.ts';
import { NoBreak } from '../ui/no-break.tsx';

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
