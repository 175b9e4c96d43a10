// HOME: registration, then the code on the same page; for who is verified and has a fixed reward coming, the asking
// for it. The privacy notice lies over it in a session that has not answered it.
import { CodeForm } from '../features/one-time-code/code-form.tsx';
import { FixedReward } from '../features/fixed-reward/fixed-reward.tsx';
import { PrivacyNotice } from '../features/privacy-notice/privacy-notice.tsx';
import { RegistrationForm } from '../features/registration/registration-form.tsx';
import { Welcome } from '../features/welcome/welcome.tsx';
import { Frame } from '../frame.tsx';
import { useEntry, useSession } from '../use-app.ts';

export function HomeScreen() {
  const pending = useEntry((entry) => entry.pending);
  const hasToken = useSession((session) => session.accessToken !== null);
  const isConsentGiven = useSession((session) => session.isConsentGiven);
  if (hasToken) {
    return (
      <Frame at="reward">
        <FixedReward />
      </Frame>
    );
  }
  return (
    <Frame key={pending ? 'code' : 'details'} at={pending ? 'code' : 'details'}>
      <Welcome isBrief={pending !== null}>
        {pending ? <CodeForm resendAt={pending.resendAt} /> : <RegistrationForm />}
      </Welcome>
      {!isConsentGiven && <PrivacyNotice />}
    </Frame>
  );
}
