// The app's frame: the gate, then the screen that the guard allows, then what lies over it. Holds no screen's
// content.
import { lazy, Suspense, useEffect, useLayoutEffect } from 'react';
import { usePathname } from 'wouter/use-browser-location';
import { useStore } from 'zustand/react';
import { FailedStart } from './features/failed-start/failed-start.tsx';
import { fetchNextScreens, screens } from './routes.tsx';
import { NotAllowedScreen } from './screens/not-allowed.tsx';
import { OfflineBar } from './offline-bar.tsx';
import { guard } from './session/guard.ts';
import { paths, type Path } from './session/paths.ts';
import { standingOf } from './session/standing.ts';
import { ErrorBoundary } from './ui/error-boundary.tsx';
import { Loader, Waiting } from './ui/loader.tsx';
import { NoticeStack } from './ui/notice-stack.tsx';
import { useApp, useEntry, useOnReturn, useSession } from './use-app.ts';

const loadOverlays = () => import('./overlays.tsx');
const Overlays = lazy(async () => ({ default: (await loadOverlays()).Overlays }));

export function App() {
  const { campaign, loading, notices, overlay } = useApp();
  const { errors, menu } = campaign.words;
  const open = useStore(overlay, (state) => state.open);
  return (
    <ErrorBoundary
      title={errors.unexpected}
      startAgain={errors.startAgain}
      onStartAgain={() => location.assign(paths.home)}
    >
      <NoticeStack notices={notices} close={menu.close}>
        {/* Before the screens: focus comes back from the loader before a screen sends it on. */}
        <Loader loading={loading} />
        <OfflineBar />
        <Gate />
        <Suspense>{open !== null && <Overlays open={open} />}</Suspense>
      </NoticeStack>
    </ErrorBoundary>
  );
}

function Gate() {
  const phase = useEntry((entry) => entry.phase);
  const round = useEntry((entry) => entry.round);
  if (phase === 'starting') return null;
  if (phase === 'failed') return <FailedStart />;
  return <Guarded key={round} />;
}

function Guarded() {
  const { campaign } = useApp();
  const session = useSession((whole) => whole);
  const entry = useEntry((whole) => whole);
  const standing = standingOf(session, entry, campaign.outcomes);
  const { isAdmitted } = standing;
  const verdict = guard(usePathname(), standing);
  useOnReturn(() => isAdmitted && fetchNextScreens());
  useEffect(() => {
    // One that does not come now is asked for again when it is opened.
    loadOverlays().catch(() => undefined);
    if (isAdmitted) fetchNextScreens();
  }, [isAdmitted]);
  if (verdict.kind === 'notAllowed') return <NotAllowedScreen />;
  if (verdict.kind === 'redirect') return <Redirect to={verdict.to} />;
  const Screen = screens[verdict.path];
  return (
    <Suspense fallback={<Waiting text={campaign.words.loader.loading} />}>
      <Screen key={verdict.path} />
    </Suspense>
  );
}

function Redirect({ to }: { to: Path }) {
  const { go } = useApp();
  useLayoutEffect(() => go(to), [go, to]);
  return null;
}
