import { Suspense, useDeferredValue, useEffect, useLayoutEffect, useMemo } from 'react';
import { usePathname } from 'wouter/use-browser-location';
import { useStore } from 'zustand/react';
import type { AppContext } from './app/app-context.ts';
import { Layout } from './app/layout/layout.tsx';
import { lazyScreen } from './app/layout/lazy-screen.tsx';
import { OfflineBar } from './app/layout/offline-bar.tsx';
import { pageTitle, type Page } from './app/layout/page-title.ts';
import { AppProvider, useApp, useEntry, useOnReturn, useSession, useWords } from './app/use-app.ts';
import { FailedStart } from './features/failed-start/failed-start.tsx';
import { fetchLazyScreens, playSteps, screens } from './routes.tsx';
import { NotAllowedScreen } from './screens/not-allowed.tsx';
import { guard } from './session/navigation/guard.ts';
import { paths, type Path } from './session/navigation/paths.ts';
import { guardInputOf, homePart } from './session/session-status.ts';
import { ErrorBoundary } from './ui/error-boundary.tsx';
import { Illustration } from './ui/illustration.tsx';
import { Loader, LoadingScreen } from './ui/loader.tsx';
import { NoticeStack } from './app/notices/notice-stack.tsx';

const overlays = lazyScreen(async () => (await import('./overlays.tsx')).Overlays);

export function App({ app }: { app: AppContext }) {
  const campaign = useStore(app.locale.store, (state) => state.campaign);
  const round = useStore(app.entry.store, (state) => state.round);
  const localized = useMemo(() => ({ ...app, campaign, round }), [app, campaign, round]);
  useLayoutEffect(() => {
    const { documentElement } = document;
    const { language: lang, direction: dir } = campaign;
    // Even the same values would make the engine compute all styles anew.
    if (documentElement.lang !== lang || documentElement.dir !== dir)
      Object.assign(documentElement, { lang, dir });
  }, [campaign]);
  return (
    <AppProvider value={localized}>
      {campaign.fontSheet !== undefined && <link rel="stylesheet" href={campaign.fontSheet} />}
      <Screens />
    </AppProvider>
  );
}

function Screens() {
  const { campaign, loading, overlay } = useApp();
  const { errors } = campaign.words;
  const isUnderWay = useSession((session) => session.accessToken !== null);
  const hasOverlay = useStore(overlay, (of) => of.open !== null || of.isChoosingLanguage);
  return (
    <ErrorBoundary
      lead={isUnderWay ? errors.rewardSafe : undefined}
      title={errors.unexpected}
      picture={<Illustration name="mishap" campaign={campaign} />}
      startAgain={errors.startAgain}
      onStartAgain={() => location.assign(paths.home)}
    >
      <NoticeStack>
        {/* First, so that the loader restores the focus before a new screen moves it. */}
        <Loader loading={loading} />
        <OfflineBar />
        <EntryScreen />
        <Suspense fallback={<LoadingScreen text={campaign.words.loader.loading} />}>
          {hasOverlay && <overlays.Screen />}
        </Suspense>
      </NoticeStack>
    </ErrorBoundary>
  );
}

function EntryScreen() {
  const { round } = useApp();
  const phase = useEntry((entry) => entry.phase);
  // A deferred value is rendered in slices. Meanwhile the first paint stays.
  const isStarted = useDeferredValue(phase !== 'starting');
  if (phase === 'starting' || !isStarted) return null;
  if (phase === 'failed') {
    return (
      <>
        <PageTitle page={paths.home} />
        <FailedStart />
      </>
    );
  }
  return <GuardedScreen key={round.number} />;
}

function GuardedScreen() {
  const { campaign } = useApp();
  const session = useSession((whole) => whole);
  const entry = useEntry((whole) => whole);
  const input = guardInputOf(session, entry, campaign);
  const { isAdmitted } = input;
  const verdict = guard(usePathname(), input);
  useOnReturn(() => isAdmitted && fetchLazyScreens());
  useEffect(() => {
    // In a task of its own, after the screen is shown.
    const timer = setTimeout(() => {
      // A failed import is retried when the overlay is opened.
      overlays.fetch().catch(() => undefined);
      if (isAdmitted) fetchLazyScreens();
    });
    return () => clearTimeout(timer);
  }, [isAdmitted]);
  if (verdict.kind === 'notAllowed') {
    return (
      <>
        <PageTitle page={paths.notAllowed} />
        <NotAllowedScreen />
      </>
    );
  }
  if (verdict.kind === 'redirect') return <Redirect to={verdict.to} />;
  const Screen = screens[verdict.path];
  const step = playSteps[verdict.path];
  const part = homePart(session, entry);
  const page = verdict.path === paths.home && part !== 'details' ? part : verdict.path;
  return (
    <>
      <PageTitle page={page} />
      <Suspense fallback={<LoadingScreen text={campaign.words.loader.loading} />}>
        {step === undefined ? (
          <Screen key={verdict.path} />
        ) : (
          // One header for all of them: a new one would delay the reward on a slow phone.
          <Layout key="play" at={step} profileFrom={verdict.path}>
            <Screen key={verdict.path} />
          </Layout>
        )}
      </Suspense>
    </>
  );
}

function PageTitle({ page }: { page: Page }) {
  const programme = useEntry((entry) => entry.programme);
  const title = pageTitle(useWords(), page, programme);
  useLayoutEffect(() => {
    document.title = title;
  }, [title]);
  return null;
}

function Redirect({ to }: { to: Path }) {
  const { go } = useApp();
  useLayoutEffect(() => go(to), [go, to]);
  return null;
}
