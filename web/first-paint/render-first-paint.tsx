// What the page shows before its script has come: HOME, or that the QR code is to be scanned, as HTML made by the same
// components. Built for the server, which runs it once for each language at its start; never part of the browser's app.
import type { ReactNode } from 'react';
// Node's own: the browser's opens a message channel as it is loaded, which keeps the server's process from ending.
import { renderToStaticMarkup } from 'react-dom/server.node';
import { createApp } from '../app/create-app.ts';
import type { Browser } from '../app/browser.ts';
import { RegistrationForm } from '../features/registration/registration-form.tsx';
import { Welcome } from '../features/welcome/welcome.tsx';
import { Layout } from '../app/layout.tsx';
import { NotAllowedScreen } from '../screens/not-allowed.tsx';
import { AppProvider } from '../app/use-app.ts';

/** @param campaignText the JSON of the page's element `#campaign`. */
export async function firstPaints(
  campaignText: string,
): Promise<{ home: string; notAllowed: string }> {
  const parts = await createApp(nowhere(campaignText));
  const painted = (screen: ReactNode) =>
    renderToStaticMarkup(<AppProvider value={parts}>{screen}</AppProvider>);
  const home = painted(
    <Layout at="details">
      <Welcome isBrief={false}>
        <RegistrationForm />
      </Welcome>
    </Layout>,
  );
  // A form that nothing listens to must not send itself: the fields would stand in the address.
  return {
    home: home.replaceAll('type="submit"', 'type="button"'),
    notAllowed: painted(<NotAllowedScreen />),
  };
}

const none = () => ({
  getItem: () => null,
  setItem: () => undefined,
  removeItem: () => undefined,
});

/** A browser that is not there: nothing kept, nothing sent. */
function nowhere(campaignText: string): Browser {
  return {
    campaignText,
    sessionStorage: none,
    localStorage: none,
    cookies: { cookie: '' },
    location: { protocol: 'https:', search: '' },
    history: { state: null, pushState: () => undefined, replaceState: () => undefined },
    onMove: () => undefined,
    fetch: () => Promise.reject(new Error('Failed to call: the first paint makes no call.')),
    pause: () => Promise.resolve(),
    isOnline: () => true,
    onNetwork: () => undefined,
    now: () => 0,
  };
}
