import type { ComponentProps, ReactNode } from 'react';
import type { Path } from '../../session/navigation/paths.ts';
import { Button } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { useApp, useSession } from '../use-app.ts';
import { LanguageSwitch } from '../../ui/language-switch.tsx';

type LayoutProps = {
  /** The page to return to from the profile. Without it the icon opens the side menu. */
  profileFrom?: Path;
  at?: 'details' | 'code' | 'spin' | 'reward';
  /** The chosen state has a fixed reward, and so no wheel. */
  isFixed?: boolean;
  children: ReactNode;
};

export function Layout({ profileFrom, at, isFixed = false, children }: LayoutProps) {
  const { campaign, overlay, go, track } = useApp();
  const { entry, menu, progress } = campaign.words;
  const isFixedReward = useSession((session) => session.isFixedReward === true);
  const route =
    isFixed || isFixedReward
      ? (['details', 'code', 'reward'] as const)
      : (['details', 'code', 'spin', 'reward'] as const);
  // Nothing stands above the ticket.
  const isShown = at !== undefined && at !== 'reward';
  const steps = isShown
    ? {
        label: progress.label,
        names: route.map((step) => progress[step]),
        activeIndex: route.findIndex((step) => step === at),
        announcement: progress.current,
      }
    : undefined;
  return (
    <Page
      contentKey={profileFrom}
      brand={entry.brand}
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

type OpenButtonProps = Pick<ComponentProps<typeof Button>, 'variant' | 'className'> & {
  open: 'terms' | 'contact' | 'consentNotice' | 'howTo' | 'yourData';
};

/** Opens a dialog, and has its title. */
export function OpenButton({ open, ...button }: OpenButtonProps) {
  const { campaign, overlay } = useApp();
  return (
    <Button {...button} onClick={() => overlay.setState({ open })}>
      {campaign.words[open].title}
    </Button>
  );
}

export function LanguageChoice() {
  const { campaign, overlay } = useApp();
  const { language, languageNames, words } = campaign;
  if (campaign.languages.length === 1) return null;
  return (
    <LanguageSwitch
      label={words.menu.language}
      language={language}
      name={languageNames[language] ?? language}
      onOpen={() => overlay.setState({ isChoosingLanguage: true })}
    />
  );
}
