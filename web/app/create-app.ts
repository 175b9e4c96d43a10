import { createLocaleStore } from '../locale/locale-store.ts';
import { parseCampaign } from '../locale/page-campaign.ts';
import { watchBackButton } from '../session/navigation/back-button.ts';
import { createDrafts } from '../session/storage/drafts.ts';
import { entryValues } from '../session/entry-values.ts';
import { createEntry, createEntryStore } from '../session/entry.ts';
import { keepMasterKey, masterKeyUntil, readMasterKey } from '../session/storage/master-key.ts';
import { hasAgreed } from '../session/storage/notice-answer.ts';
import { paths } from '../session/navigation/paths.ts';
import { safeStorage } from '../session/storage/safe-storage.ts';
import { openSession } from '../session/session-store.ts';
import { createLoading } from '../ui/loading.ts';
import type { AppContext } from './app-context.ts';
import type { Browser } from './browser.ts';
import { connectCalls } from './calls/connect-calls.ts';
import { createErrorHandling } from './errors/error-handling.ts';
import { createHero } from './hero.ts';
import { createNavigation } from './navigation.ts';
import { createNetwork } from './network/network.ts';
import { createNotices } from './notices/notices.ts';
import { createOverlay } from './layout/overlay-store.ts';
import { createRewardEntrance } from './reward/reward-entrance.ts';
import { startTracking } from './start-tracking.ts';

/** On an untouched HOME there is nothing to lose. */
function holdBackWhenUnderWay(
  { session, drafts }: Pick<AppContext, 'session' | 'drafts'>,
  hold: () => void,
): void {
  const holdIfUnderWay = () => {
    const { accessToken, user } = session.getState();
    const isUnderWay = accessToken !== null || user.mobile !== null || drafts.has('registration');
    if (isUnderWay) hold();
  };
  holdIfUnderWay();
  session.subscribe(holdIfUnderWay);
  drafts.onKeep(holdIfUnderWay);
}

export async function createApp(browser: Browser): Promise<AppContext> {
  const { cookies, location, isOnline, now } = browser;
  const campaign = parseCampaign(browser.campaignText);
  const tab = safeStorage(browser.sessionStorage);
  const session = await openSession(tab);
  const local = safeStorage(browser.localStorage);
  const drafts = createDrafts(tab);
  const locale = createLocaleStore(browser, campaign);
  const loading = createLoading();
  const notices = createNotices();
  const overlay = createOverlay();
  const network = createNetwork(browser);
  const navigation = createNavigation(browser);

  const entryStore = createEntryStore();
  const calls = connectCalls(browser, { session, local, entryStore, locale, loading, network });
  const readEntryValues = () => entryValues(location.search, tab);
  const { contest, programme, demoOffset = 0, noticeVersion: version } = campaign;
  const entry = createEntry({
    session,
    store: entryStore,
    entryValues: readEntryValues,
    startSession: calls.startSession,
    readMasterKey: () => readMasterKey(cookies, contest),
    keepMasterKey: (userKey) => {
      const until = masterKeyUntil(programme.to, demoOffset);
      keepMasterKey(cookies, { contest, userKey, until, isSecure: location.protocol === 'https:' });
    },
    hasAgreed: (userKey) => hasAgreed(local, { userKey, version }),
    now,
  });
  const startAgain = () => {
    overlay.setState({ open: null, isChoosingLanguage: false });
    navigation.go(paths.home);
    void entry.restart(); // Never rejects: a failed start is a phase of its own.
  };
  const leave = () => {
    drafts.drop();
    startAgain();
  };
  const stores = { session, drafts, entry, notices, overlay };
  const errorHandling = createErrorHandling({ ...stores, isOnline, startAgain });
  // Stores the values of the address for a later session, whose address has none.
  readEntryValues();
  holdBackWhenUnderWay(stores, watchBackButton(browser, leave));
  return {
    campaign,
    ...stores,
    locale,
    calls,
    loading,
    ...navigation,
    ...errorHandling,
    local,
    network,
    rewardEntrance: createRewardEntrance(browser),
    hero: createHero(browser),
    leave,
    track: startTracking(browser, { campaign, session, overlay }),
    isOnline,
    now,
  };
}
