import { PrivacyNotice } from '../features/privacy-notice/privacy-notice.tsx';
import { RegistrationForm } from '../features/registration/registration-form.tsx';
import { Welcome } from '../features/welcome/welcome.tsx';
import { Layout } from '../app/layout/layout.tsx';
import { lazyScreen } from '../app/layout/lazy-screen.tsx';
import { homePart } from '../session/session-status.ts';
import { typedRegistration } from '../features/registration/register.ts';
import { fixedRewardOf } from '../locale/state-names.ts';
import { useState } from 'react';
import { useApp, useEntry, useSession } from '../app/use-app.ts';

export const codeForm = lazyScreen(
  async () => (await import('../features/one-time-code/code-form.tsx')).CodeForm,
);

export const fixedReward = lazyScreen(
  async () => (await import('./fixed-reward.tsx')).FixedRewardScreen,
);

export function HomeScreen() {
  const session = useSession((whole) => whole);
  const entry = useEntry((whole) => whole);
  const part = homePart(session, entry);
  const app = useApp();
  const [state, setState] = useState(() => typedRegistration(app).state);
  const fixed = fixedRewardOf(state, app.campaign);
  if (part === 'fixedReward') {
    return (
      <Layout>
        <fixedReward.Screen />
      </Layout>
    );
  }
  return (
    <Layout key={part} at={part} isFixed={fixed !== undefined}>
      <Welcome isBrief={part === 'code'} fixed={fixed}>
        {part === 'code' ? (
          <codeForm.Screen />
        ) : (
          <RegistrationForm fixed={fixed} onState={setState} />
        )}
      </Welcome>
      {!session.isConsentGiven && <PrivacyNotice />}
    </Layout>
  );
}
