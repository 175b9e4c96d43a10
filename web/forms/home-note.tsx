import { useEntry, useWords } from '../app/use-app.ts';
import { NoBreak } from '../ui/no-break.tsx';

/** Why the shopper is on HOME again; the notification that says so closes by itself. */
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
