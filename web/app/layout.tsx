// The page frame filled with the campaign's words, and what the menu icon does (Spec 2, Navigation rules): the side
// menu on HOME and where nobody is logged in, the profile elsewhere.
import type { ReactNode } from 'react';
import { LanguageChoice } from './language-choice.tsx';
import type { Path } from '../session/paths.ts';
import { Page } from '../ui/page.tsx';
import { useApp, useSession } from './use-app.ts';

type FrameProps = {
  /** The page the profile is told it was opened from; left out, the icon opens the side menu. */
  profileFrom?: Path;
  at?: 'details' | 'code' | 'spin' | 'reward';
  children: ReactNode;
};

export function Layout({ profileFrom, at, children }: FrameProps) {
  const { campaign, overlay, go, track } = useApp();
  const { entry, menu, progress } = campaign.words;
  const isFixedReward = useSession((session) => session.isFixedReward === true);
  const path = isFixedReward
    ? (['details', 'code', 'reward'] as const)
    : (['details', 'code', 'spin', 'reward'] as const);
  const steps = at && {
    label: progress.label,
    names: path.map((step) => progress[step]),
    activeIndex: path.findIndex((step) => step === at),
    announcement: progress.current,
  };
  return (
    <Page
      brand={campaign.theme.logo}
      menuLabel={menu.open}
      skipLabel={entry.skipToContent}
      notice={campaign.notice}
      languageSwitch={<LanguageChoice />}
      steps={steps}
      onMenu={() => {
        if (profileFrom === undefined) return overlay.setState({ open: 'menu' });
        go('/profile', profileFrom);
        track('open_profile');
      }}
    >
      {children}
    </Page>
  );
}
