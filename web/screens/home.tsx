import { CodeForm } from '../features/one-time-code/code-form.tsx';
import { FixedReward } from '../features/fixed-reward/fixed-reward.tsx';
import { PrivacyNotice } from '../features/privacy-notice/privacy-notice.tsx';
import { RegistrationForm } from '../features/registration/registration-form.tsx';
import { Welcome } from '../features/welcome/welcome.tsx';
import { Layout } from '../app/layout/layout.tsx';
import { homePart } from '../session/session-status.ts';
import { useEntry, useSession } from '../app/use-app.ts';

export function HomeScreen() {
  const session = useSession((whole) => whole);
  const entry = useEntry((whole) => whole);
  const part = homePart(session, entry);
  if (part === 'fixedReward') {
    return (
      <Layout at="reward">
        <FixedReward />
      </Layout>
    );
  }
  const { pending } = entry;
  return (
    <Layout key={part} at={part}>
      <Welcome isBrief={part === 'code'}>
        {pending && part === 'code' ? <CodeForm pending={pending} /> : <RegistrationForm />}
      </Welcome>
      {!session.isConsentGiven && <PrivacyNotice />}
    </Layout>
  );
}
