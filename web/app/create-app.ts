import { createLocaleStore } from '../locale/locale-store.ts';
import { serverMessage } from '../locale/message.ts';
import { parseCampaign } from '../locale/page-campaign.ts';
import { historyStateOf, watchBackButton } from '../session/navigation/back-button.ts';
import { createDrafts } from '../session/storage/drafts.ts';
import { entryValues, isScanned } from '../session/entry-values.ts';
import { createEntry, createEntryStore } from '../session/entry.ts';
import { keepMasterKey, masterKeyUntil, readMasterKey } from '../session/storage/master-key.ts';
import { hasAgreed, rememberAgreement } from '../session/storage/notice-answer.ts';
import { pathOf, paths } from '../session/navigation/paths.ts';
import { createPerson } from '../session/person.ts';
import { safeStorage, type SafeStorage } from '../session/storage/safe-storage.ts';
import { openSession, type SessionStore } from '../session/session-store.ts';
import { homePart } from '../session/session-status.ts';
import { createLoading } from '../ui/loading.ts';
import { purchaseSlot, type AppContext, type Purchase } from './app-context.ts';
import { steadyClock, type Browser, createNavigation } from './browser.ts';
import { connectCalls } from './calls/connect-calls.ts';
import { createErrorHandling } from './errors/error-handling.ts';
import { createNetwork } from './network/network.ts';
import { createNotices } from './notices/notices.ts';
import { createOverlay, isErased } from './layout/overlay-store.ts';
import { createRewardEntrance } from './reward/reward-entrance.ts';
import { hasTags } from '@inaam/campaigns/public/tags.ts';
import { createTracker, type Track } from '../tracking/tracker.ts';

type Held = Pick<AppContext, 'session' | 'drafts' | 'entry' | 'overlay' | 'leave'> & {
  stay: () => void;
};

/** Back closes the dialogs, the last one first, and then ends the session. */
function holdBack(browser: Browser, { session, drafts, entry, overlay, leave, stay }: Held): void {
  /** An untouched HOME has nothing to lose. */
  const isUnderWay = () => {
    const { user } = session.getState();
    const isAtHome = homePart(session.getState(), entry.store.getState()) === 'details';
    return !isAtHome || user.mobile !== null || drafts.has('registration');
  };
  const dialogs = () => {
    const { open, isChoosingLanguage } = overlay.getState();
    return Number(open !== null) + Number(isChoosingLanguage);
  };
  const takeAway = () => {
    const { open, isChoosingLanguage } = overlay.getState();
    if (isChoosingLanguage) overlay.setState({ isChoosingLanguage: false });
    else if (open !== null && !isErased(open)) overlay.setState({ open: null });
    else leave();
  };
  const count = () => dialogs() + Number(isUnderWay());
  const hold = watchBackButton(browser, { count, takeAway, stay });
  hold();
  for (const store of [session, entry.store, overlay]) store.subscribe(hold);
  drafts.onKeep(hold);
}

/** After a reload during a spin, HOME leads to the reward. Opening the address shows a wheel. */
function isReloadedWheel({ history, location }: Browser, session: AppContext['session']): boolean {
  const { accessToken, rewardAmount } = session.getState();
  const isSpun = accessToken !== null && rewardAmount !== null;
  const isReloaded = historyStateOf(history.state).depth > 0;
  return isSpun && isReloaded && pathOf(location.pathname) === paths.spinWheel;
}

/** A tab with a reward was opened with the link of another purchase. */
function isAnotherPurchase(
  session: SessionStore,
  { search }: { search: string },
  own?: Purchase,
): boolean {
  const { rewardAmount, purchase } = session.getState();
  return rewardAmount !== null && isScanned(search) && own?.isAnother(purchase) === true;
}

function createStores(browser: Browser, tab: SafeStorage) {
  const session = openSession(tab);
  const local = safeStorage(browser.localStorage);
  return {
    session,
    local,
    person: createPerson(session, local),
    drafts: createDrafts(tab),
    loading: createLoading(),
    notices: createNotices(),
    overlay: createOverlay(),
    network: createNetwork(browser),
  };
}

export function createApp(browser: Browser): AppContext {
  const { location } = browser;
  const now = steadyClock(browser.now);
  const campaign = parseCampaign(browser.campaignText);
  const tab = safeStorage(browser.sessionStorage);
  const stores = createStores(browser, tab);
  const { session, local, drafts, notices, overlay } = stores;
  const track = startTracking(browser, { campaign, session, overlay });
  const locale = createLocaleStore(browser, campaign);
  const { stay, ...navigation } = createNavigation(browser);

  const entryStore = createEntryStore();
  const round = () => entryStore.getState().round;
  const calls = connectCalls(browser, { ...stores, round, locale });
  const readEntryValues = () => entryValues(location.search, tab);
  const device = { jar: browser.cookies, local, contest: campaign.contest };
  const until = masterKeyUntil(campaign.programme.to, campaign.demoOffset ?? 0);
  const isSecure = location.protocol === 'https:';
  const entry = createEntry({
    session,
    store: entryStore,
    entryValues: readEntryValues,
    startSession: calls.startSession,
    readMasterKey: () => readMasterKey(device),
    keepMasterKey: (userKey, sent) => keepMasterKey(device, { userKey, sent, until, isSecure }),
    ...agreementsOf({ calls, campaign, local, session, track }),
    hasAgreedBefore: browser.hasAgreedBefore,
    isAnotherPurchase: () => isAnotherPurchase(session, location, purchase),
    arrivalOf: (answer) => purchase?.arrivalOf(answer) ?? {},
    language: () => locale.store.getState().campaign.language,
    notify: (refused) => notices.notify(serverMessage(refused)),
    now,
  });
  const goHome = () => {
    overlay.setState({ open: null, isChoosingLanguage: false });
    navigation.go(paths.home);
  };
  const leave = () => {
    drafts.drop();
    goHome();
    // Never rejects: a failed start is a phase.
    void entry.restart({ isCodeAside: true });
  };
  const errorHandling = createErrorHandling({ ...browser, ...stores, entry, tab, goHome });
  // Stores the address's values for later sessions, whose address has none.
  const id = readEntryValues()?.id;
  const purchase = purchaseSlot.open?.({ campaign, id, drafts, tab });
  if (isReloadedWheel(browser, session)) navigation.go(paths.home);
  holdBack(browser, { ...stores, entry, leave, stay });
  return {
    campaign,
    ...stores,
    entry,
    purchase,
    locale,
    calls,
    ...navigation,
    ...errorHandling,
    get round() {
      return round();
    },
    rewardEntrance: createRewardEntrance(browser, round),
    leave,
    track,
    now,
  };
}

function agreementsOf(app: Pick<AppContext, 'calls' | 'campaign' | 'local' | 'session' | 'track'>) {
  const { calls, campaign, local, session, track } = app;
  const answered = (userKey: string) => ({ userKey, version: campaign.noticeVersion });
  return {
    hasAgreed: (userKey: string) => hasAgreed(local, answered(userKey)),
    recordAgreement: async () => {
      await calls.recordConsent(true);
      const { userKey } = session.getState();
      if (userKey !== null) rememberAgreement(local, answered(userKey));
      session.setState({ isConsentGiven: true });
      track('accept_privacy');
    },
  };
}

function startTracking(
  { sessionStorage }: Pick<Browser, 'sessionStorage'>,
  { campaign, session, overlay }: Pick<AppContext, 'campaign' | 'session' | 'overlay'>,
): Track {
  const { id, tags } = campaign;
  if (!hasTags(tags)) return () => undefined;
  const load = async () => {
    // Tags remove the query from the address. If this tab cannot store it, a reload would lose the
    // session.
    if (entryValues('', safeStorage(sessionStorage)) === undefined) return [];
    return (await import('../tracking/tags.ts')).createTags(tags, id);
  };
  const track = createTracker({ session, load, defer: (task) => setTimeout(task) });
  overlay.subscribe(({ open }, { open: before }) => {
    if (open === before) return;
    if (open === 'terms') track('open_terms');
    if (open === 'contact') track('open_contact');
  });
  return track;
}
