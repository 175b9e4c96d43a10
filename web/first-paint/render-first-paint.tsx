// HOME before the app has loaded. The server runs this once per language when it starts.
import type { ReactNode } from 'react';
// Not React's renderer for browsers, whose message channel would keep the server's process alive.
import { renderToStaticMarkup } from 'react-dom/server.node';
import { createApp } from '../app/create-app.ts';
import '@inaam/plugins/web.ts';
import type { Browser } from '../app/browser.ts';
import { PrivacyNotice } from '../features/privacy-notice/privacy-notice.tsx';
import { RegistrationForm } from '../features/registration/registration-form.tsx';
import { Welcome } from '../features/welcome/welcome.tsx';
import { Layout } from '../app/layout/layout.tsx';
import { NotAllowedScreen } from '../screens/not-allowed.tsx';
import { AppProvider } from '../app/use-app.ts';

export function firstPaints(campaignText: string): { home: string; notAllowed: string } {
  const app = createApp(inertBrowser(campaignText));
  const painted = (screen: ReactNode) =>
    renderToStaticMarkup(<AppProvider value={app}>{screen}</AppProvider>);
  const home = painted(
    <Layout at="details">
      <Welcome isBrief={false} fixed={undefined}>
        <RegistrationForm fixed={undefined} onState={() => undefined} />
      </Welcome>
      <PrivacyNotice />
    </Layout>,
  );
  // Without the app a form would submit its fields in the URL.
  return {
    home: home.replaceAll('type="submit"', 'type="button" data-submits=""'),
    notAllowed: painted(<NotAllowedScreen />),
  };
}

const emptyStorage = () => ({
  getItem: () => null,
  setItem: () => undefined,
  removeItem: () => undefined,
});

function inertBrowser(campaignText: string): Browser {
  return {
    campaignText,
    sessionStorage: emptyStorage,
    localStorage: emptyStorage,
    cookies: { cookie: '' },
    location: { pathname: '/', protocol: 'https:', search: '' },
    history: {
      state: null,
      pushState: () => undefined,
      replaceState: () => undefined,
      back: () => undefined,
    },
    onMove: () => undefined,
    fetch: () =>
      Promise.reject(new Error('Failed to call: the first paint must not call the server.')),
    pause: () => Promise.resolve(),
    isOnline: () => true,
    onNetwork: () => undefined,
    now: () => 0,
    hasAgreedBefore: () => false,
    document: { visibilityState: 'visible' },
    isReduced: () => true,
  };
}
