// The app in the language of the moment: gives every component the campaign as it is spoken now, and tells the browser
// the same. A change renders all anew and mounts nothing anew: what is typed, asked for or turning goes on.
import { useLayoutEffect, useMemo } from 'react';
import { useStore } from 'zustand/react';
import { App } from './app.tsx';
import type { AppParts } from './app-parts.ts';
import { AppContext } from './use-app.ts';

export function AppInLanguage({ parts }: { parts: AppParts }) {
  const campaign = useStore(parts.speech.store, (speech) => speech.campaign);
  const spoken = useMemo(() => ({ ...parts, campaign }), [parts, campaign]);
  useLayoutEffect(() => {
    document.title = campaign.words.entry.pageTitle;
    document.documentElement.lang = campaign.language;
  }, [campaign]);
  return (
    <AppContext value={spoken}>
      <App />
    </AppContext>
  );
}
