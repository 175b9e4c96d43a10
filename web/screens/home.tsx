import { PrivacyNotice } from '../features/privacy-notice/privacy-notice.tsx';
import { RegistrationForm } from '../features/registration/registration-form.tsx';
import { Welcome } from '../features/welcome/welcome.tsx';
import { Layout } from '../app/layout/layout.tsx';
import { lazyScreen } from '../app/layout/lazy-screen.tsx';
import { homePart } from '../session/session-status.ts';
import { useEntry, useSession } from '../app/use-app.ts';

export const codeForm = lazyScreen(
  async () => (await import('../features/one-time-code/code-form.tsx')).CodeForm,
);

export const fixedReward = lazyScreen(
  async () => (await import('../features/fixed-reward/fixed-reward.tsx')).FixedReward,
);

export function HomeScreen() {
  const session = useSession((whole) => whole);
  const entry = useEntry((whole) => whole);
  const part = homePart(session, entry);
  if (part === 'fixedReward') {
    return (
      <Layout at="reward">
        <fixedReward.Screen />
      </Layout>
    );
  }
  return (
    <Layout key={part} at={part}>
      <Welcome isBrief={part === 'code'}>
        {part === 'code' ? <codeForm.Screen /> : <RegistrationForm />}
      </Welcome>
      {!session.isConsentGiven && <PrivacyNotice />}
    </Layout>
  );
}
