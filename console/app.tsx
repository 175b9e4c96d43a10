import { Anchor, Center, Loader } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { campaignHomes, companySignIns, pluginPages } from '@inaam/plugins/console.ts';
import { useCallback, useMemo, useState } from 'react';
import { Route, Router, Switch } from 'wouter';
import type { Arrival } from './app/sign-in/arrival.ts';
import { failureOf, type SendCall } from './app/calls/send-call.ts';
import {
  addressOfCampaign,
  campaignIn,
  ConsoleContext,
  mayCall,
  type Console,
  type Session,
} from './app/console-context.ts';
import { Layout, NotFound } from './app/layout/layout.tsx';
import { isShownTo } from './app/layout/pages.ts';
import { announceSignIn, repeatAfterSignIn, SignInGate } from './app/sign-in/sign-in-gate.ts';
import { ActivityPage } from './pages/activity/activity-page.tsx';
import { DeliveriesPage } from './pages/deliveries/deliveries-page.tsx';
import { DrawPage } from './pages/draw/draw-page.tsx';
import { InvitationPage } from './pages/invitation/invitation-page.tsx';
import { PersonPage } from './pages/person/person-page.tsx';
import { CardPage } from './pages/sign-in/card-page.tsx';
import { SignedInPage, SignInAgain, SignInPage } from './pages/sign-in/sign-in-page.tsx';
import { OverviewPage } from './pages/overview/overview-page.tsx';
import { FailureNotice } from './app/failure-notice.tsx';
import { Late } from './app/query-result.tsx';

const [company] = companySignIns;
const [home] = campaignHomes;

type Props = {
  readonly send: SendCall;
  readonly arrival: Arrival;
  /** Opened by a page whose session has ended. */
  readonly isWindow: boolean;
};

export function App({ send, arrival, isWindow }: Props) {
  const queries = useQueryClient();
  const [invitation, setInvitation] = useState(
    arrival.kind === 'invitation' ? arrival.token : undefined,
  );
  const link = useQuery({
    queryKey: ['link'],
    queryFn: () => arrive(send, arrival),
    staleTime: Infinity,
  });
  const session = useQuery({
    queryKey: ['session'],
    queryFn: () => readSession(send),
    enabled: link.isFetched && arrival.kind !== 'company',
    staleTime: Infinity,
  });
  const enter = async () => {
    announceSignIn();
    setInvitation(undefined);
    await queries.refetchQueries({ queryKey: ['session'] });
  };
  if (invitation !== undefined) {
    const skip = () => setInvitation(undefined);
    return <InvitationPage token={invitation} send={send} enter={enter} skip={skip} />;
  }
  if (arrival.kind === 'company' && company) {
    return (
      <Late name="company" load={company.load}>
        {(CompanyPage) => <CompanyPage send={send} />}
      </Late>
    );
  }
  if (session.isPending) return <Waiting />;
  if (session.error) {
    const isForeign = failureOf(session.error).code === 'notAllowed';
    return (
      <CardPage title={isForeign ? 'Not your campaign' : 'Not connected'}>
        {isForeign ? <Anchor href="/">Open your campaigns</Anchor> : null}
        <FailureNotice
          error={session.error}
          again={() => void session.refetch()}
          isTrying={session.isFetching}
        />
      </CardPage>
    );
  }
  if (session.data === null) {
    return <SignInPage send={send} enter={enter} isWindow={isWindow} error={link.error} />;
  }
  if (isWindow) return <SignedInPage />;
  return <SignedIn key={session.data.account.id} send={send} session={session.data} />;
}

function SignedIn({ send, session }: { send: SendCall; session: Session }) {
  const [gate] = useState(() => new SignInGate());
  const [reason, setReason] = useState('');
  const { wanted, want, searches } = useWanted();
  const value = useMemo<Console>(
    () => ({
      call: repeatAfterSignIn(send, gate),
      session,
      reason,
      rememberReason: setReason,
      wanted,
      want,
      leave: async (call) => {
        const failure = await failureOfLeaving(send, call);
        if (failure === undefined) window.location.replace('/');
        else notifications.show({ color: 'red', title: 'Still signed in', message: failure });
      },
      now: () => Date.now() + session.aheadMs,
    }),
    [send, gate, session, reason, wanted, want],
  );
  return (
    <ConsoleContext value={value}>
      <Router base={baseOf(session)}>
        <Layout>
          {home && session.isHome ? (
            <Late name="campaigns" load={home.load}>
              {(Home) => <Home />}
            </Late>
          ) : (
            <Pages session={session} searches={searches} />
          )}
        </Layout>
      </Router>
      <SignInAgain send={send} gate={gate} session={session} />
    </ConsoleContext>
  );
}

/** What precedes the path of each page. */
const baseOf = ({ campaign }: Session) =>
  campaignIn(window.location.pathname) === undefined ? '' : addressOfCampaign(campaign.id, '');

// Fetched once they are opened: they are large or rarely needed.
const importCampaign = () => import('./pages/campaign/campaign-page.tsx');

type PagesProps = { readonly session: Session; readonly searches: number };

/** @param searches counts those of the palette: each begins the page anew */
function Pages({ session, searches }: PagesProps) {
  const { role } = session.account;
  return (
    <Switch>
      <Route path="/">
        <OverviewPage />
      </Route>
      {mayCall(role, 'findPerson') ? (
        <Route path="/person">
          <PersonPage key={searches} />
        </Route>
      ) : null}
      <Route path="/deliveries">
        <DeliveriesPage />
      </Route>
      <Route path="/draw">
        <DrawPage />
      </Route>
      {pluginPages
        .filter((page) => isShownTo(session, page))
        .map(({ path, route = path, load }) => (
          <Route key={path} path={route}>
            <Late name={path} load={load}>
              {(Page) => <Page />}
            </Late>
          </Route>
        ))}
      <Route path="/campaign/:section?">
        {({ section }) => (
          <Late name="campaign" load={importCampaign}>
            {({ CampaignPage }) => <CampaignPage section={section ?? ''} />}
          </Late>
        )}
      </Route>
      {mayCall(role, 'readAudits') ? (
        <Route path="/activity">
          <ActivityPage />
        </Route>
      ) : null}
      <Route>
        <NotFound />
      </Route>
    </Switch>
  );
}

/** Each search opens the page afresh, also over itself. */
function useWanted() {
  const [wanted, setWanted] = useState<string>();
  const [searches, setSearches] = useState(0);
  const want = useCallback((term: string | undefined) => {
    setWanted(term);
    if (term !== undefined) setSearches((count) => count + 1);
  }, []);
  return { wanted, want, searches };
}

function Waiting() {
  return (
    <Center mih="100dvh" component="main">
      <Loader aria-label="The console is starting" />
    </Center>
  );
}

/** Signs in by what the address has brought, if it has. */
async function arrive(send: SendCall, arrival: Arrival): Promise<null> {
  if (arrival.kind === 'link') await send('enterByLink', { token: arrival.token });
  if (arrival.kind === 'returned') {
    await company?.finish(send, arrival.response);
    announceSignIn();
  }
  return null;
}

async function readSession(send: SendCall): Promise<Session | null> {
  try {
    const session = await send('readSession', {});
    const { pathname, search, hash } = window.location;
    const namesNone = session.campaigns.length > 1 && campaignIn(pathname) === undefined;
    const isHome = namesNone && home !== undefined && pathname === '/';
    if (namesNone && !isHome) {
      const address = addressOfCampaign(session.campaign.id, `${pathname}${search}${hash}`);
      window.history.replaceState(null, '', address);
    }
    return { ...session, isHome, aheadMs: session.at - Date.now() };
  } catch (error) {
    if (failureOf(error).code === 'signedOut') return null;
    throw error;
  }
}

/** @returns the failure as a sentence, if any */
async function failureOfLeaving(
  send: SendCall,
  call: 'signOut' | 'signOutEverywhere',
): Promise<string | undefined> {
  try {
    await send(call, {});
  } catch (error) {
    const { code, message } = failureOf(error);
    if (code !== 'signedOut') return message;
  }
  return undefined;
}
