// HOME: registration, then the code on the same page; for who is verified and has a fixed reward coming, the asking
// for it. The privacy notice lies over it in a session that has not answered it.
import { CodeForm } from '../features/one-time-code/code-form.tsx';
import { FixedReward } from '../features/fixed-reward/fixed-reward.tsx';
import { PrivacyNotice } from '../features/privacy-notice/privacy-notice.tsx';
import { RegistrationForm } from '../features/registration/registration-form.tsx';
import { Welcome } from '../features/welcome/welcome.tsx';
import { Frame } from '../frame.tsx';
import { homePart } from '../session/standing.ts';
import { useEntry, useSession } from '../use-app.ts';

export function HomeScreen() {
  const session = useSession((whole) => whole);
  const entry = useEntry((whole) => whole);
  const part = homePart(session, entry);
  if (part === 'fixedReward') {
    return (
      <Frame at="reward">
        <FixedReward />
      </Frame>
    );
  }
  const { pending } = entry;
  return (
    <Frame key={part} at={part}>
      <Welcome isBrief={pending !== null}>
        {pending ? <CodeForm resendAt={pending.resendAt} /> : <RegistrationForm />}
      </Welcome>
      {!session.isConsentGiven && <PrivacyNotice />}
    </Frame>
  );
}
