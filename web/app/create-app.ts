// Puts the app together: campaign, session, calls, entry, notices. The browser comes in by the door. Draws nothing.
import { hasTags } from '@inaam/campaigns/public/tags.ts';
import { historyStateOf, watchBackButton, type HistoryState } from '../session/back-button.ts';
import { createCalls, type Calls } from '../api/calls.ts';
import { createClient, type Call } from '../api/client.ts';
import { createServerClock } from '../api/server-clock.ts';
import type { Browser } from './browser.ts';
import { parseCampaign, type PageCampaign } from '../locale/page-campaign.ts';
import { logFailure } from './log-failure.ts';
import { loaderTexts } from './loader-texts.ts';
import { createOverlay, type OverlayStore } from './overlay-store.ts';
import { createEntry, type Entry } from '../session/entry.ts';
import { createDrafts, type Drafts } from '../session/drafts.ts';
import { entryValues } from '../session/entry-values.ts';
import { errorVerdict, sentenceOf } from '../session/error-verdict.ts';
import { keepMasterKey, masterKeyUntil, readMasterKey } from '../session/master-key.ts';
import { paths, type Path } from '../session/paths.ts';
import { safeStorage, type SafeStorage } from '../session/safe-storage.ts';
import { openSession, type SessionStore } from '../session/session-store.ts';
import { createTracker, type Track } from '../tracking/tracker.ts';
import { createLoading, type Loading } from '../ui/loading.ts';
import { createLocaleStore, type LocaleStore } from '../locale/locale-store.ts';
import { createNotices, type Notices } from '../ui/notices.ts';
import { createNetwork, type Network } from './network.ts';

export type AppContext = {
  /** As it is spoken where this is read: of a component, as it was rendered. */
  campaign: PageCampaign;
  /** The language of the page, and its change. */
  locale: LocaleStore;
  session: SessionStore;
  /** Name, number and state as registered (`session/remembered-person.ts`). */
  local: SafeStorage;
  /** What is typed and not yet sent. */
  drafts: Drafts;
  calls: Calls;
  entry: Entry;
  loading: Loading;
  notices: Notices;
  overlay: OverlayStore;
  /** Shows another page in place of this one; the profile is told where it was opened from. */
  go: (path: Path, origin?: Path) => void;
  /** The page that the one at hand was opened from, as its address. */
  origin: () => string | undefined;
  /** The shared handling of an error (Spec 8): tells what screens don't, and ends an expired session. */
  report: (error: unknown) => void;
  /** The same where the screen has no place for what it is left to tell: the error popup tells that. */
  explain: (error: unknown) => void;
  /** The same for what is worth a log line only: an expired session and a closed programme still take effect. */
  note: (what: Parameters<typeof logFailure>[0], error: unknown) => void;
  /** Drops the session and goes HOME, where a new one starts. */
  leave: () => void;
  /** Tells the campaign's tags of an action that has been done; without tags, or consent, nobody. */
  track: Track;
  /** Whether there is a network, and what is asked for again when it is back. */
  network: Network;
  isOnline: () => boolean;
  /** ms since 1970, by the device's clock. */
  now: () => number;
};

export async function createApp(browser: Browser): Promise<AppContext> {
  const { history, isOnline, now } = browser;
  const campaign = parseCampaign(browser.campaignText);
  const tab = safeStorage(browser.sessionStorage);
  const session = await openSession(tab);
  const drafts = createDrafts(tab);
  const locale = createLocaleStore(browser, campaign);
  const words = () => locale.store.getState().campaign.words;
  const loading = createLoading();
  const notices = createNotices();
  locale.store.subscribe(({ retell }) => notices.reword((text) => retell(text)));
  const overlay = createOverlay();
  const call = withLoader(
    clientOf(browser, locale, session, () => entry),
    words,
    loading,
  );
  const calls = createCalls((name, fields) => entry.withinRound(call(name, fields)));
  const go: AppContext['go'] = (path, origin) => {
    const state: HistoryState = { layer: 'top', ...(origin === undefined ? {} : { origin }) };
    // The screens follow: wouter hears of each change that is made to the history.
    history.replaceState(state, '', path);
  };
  const startAnew = () => {
    overlay.setState({ open: null });
    go(paths.home);
    void entry.restart(); // Never rejects: a failed start is a phase of its own.
  };
  const leave = () => {
    drafts.drop();
    startAnew();
  };
  const verdictOn = (error: unknown) => errorVerdict(error, isOnline(), words().errors);
  const report = (error: unknown) => {
    const verdict = verdictOn(error);
    if (verdict.kind === 'told' || verdict.kind === 'expired') notices.notify(verdict.text);
    if (verdict.kind === 'expired') {
      // A registration goes on in the new session; details are the participant's who is gone.
      drafts.drop('details');
      startAnew();
    }
    if (verdict.kind === 'closed') entry.store.setState({ programme: verdict.programme });
  };
  const explain = (error: unknown) => {
    report(error);
    // Who has a token stays where the closed page would tell the others.
    const { kind } = verdictOn(error);
    const isLeft = kind === 'closed' && session.getState().accessToken !== null;
    if (kind !== 'silent' && !isLeft) return;
    const message = sentenceOf(error, isOnline(), words().errors);
    overlay.setState({ open: { message } });
  };
  const note: AppContext['note'] = (what, error) => {
    const { kind } = verdictOn(error);
    if (kind === 'expired' || kind === 'closed') report(error);
    else logFailure(what, error);
  };
  const entry = entryOf(browser, { campaign, session, tab, calls });
  const local = safeStorage(browser.localStorage);
  const stores = { loading, notices, overlay, network: createNetwork(browser) };
  const parts = { campaign, locale, session, local, drafts, calls, entry, ...stores };
  const isEntered = entryValues(browser.location.search, tab) !== undefined;
  if (isEntered || session.getState().accessToken !== null) watchBackButton(browser, leave);
  const origin = () => historyStateOf(history.state)?.origin;
  const track = trackOf(browser, { campaign, session, overlay });
  return { ...parts, go, origin, report, explain, note, leave, track, isOnline, now };
}

function trackOf(
  { sessionStorage }: Browser,
  { campaign, session, overlay }: Pick<AppContext, 'campaign' | 'session' | 'overlay'>,
): Track {
  const { id, tags } = campaign;
  if (!hasTags(tags)) return () => undefined;
  const load = async () => {
    // Tags take the query out of the address. Where the tab could not keep what it said, a reload would need it: there
    // they stay out.
    if (entryValues('', safeStorage(sessionStorage)) === undefined) return [];
    return (await import('../tracking/tags.ts')).createTags(tags, id);
  };
  const track = createTracker({ session, load, later: (act) => setTimeout(act) });
  overlay.subscribe(({ open }, { open: before }) => {
    if (open === before) return;
    if (open === 'terms') track('open_terms');
    if (open === 'contact') track('open_contact');
  });
  return track;
}

function clientOf(
  browser: Browser,
  locale: LocaleStore,
  session: SessionStore,
  entry: () => Entry,
): Call {
  return createClient({
    fetch: browser.fetch,
    pause: browser.pause,
    isOnline: browser.isOnline,
    clock: createServerClock(browser.now),
    below: (bound) => Math.floor(Math.random() * bound),
    credentials: () => session.getState(),
    round: () => entry().store.getState().round,
    language: () => locale.store.getState().campaign.language,
    get sessionMissing() {
      return locale.store.getState().campaign.words.errors.sessionNotFound;
    },
  });
}

function withLoader(call: Call, words: () => PageCampaign['words'], loading: Loading): Call {
  return (name, fields) => {
    const text = loaderTexts[name];
    const answer = call(name, fields);
    return text === null ? answer : loading.during(words().loader[text], answer);
  };
}

function entryOf(
  { cookies, location, now }: Browser,
  parts: Pick<AppContext, 'campaign' | 'session' | 'calls'> & { tab: SafeStorage },
): Entry {
  const { contest, programme, demoOffset = 0 } = parts.campaign;
  return createEntry({
    session: parts.session,
    entryValues: () => entryValues(location.search, parts.tab),
    startSession: parts.calls.startSession,
    readMasterKey: () => readMasterKey(cookies, contest),
    keepMasterKey: (userKey) => {
      const until = masterKeyUntil(programme.to, demoOffset);
      const isSecure = location.protocol === 'https:';
      keepMasterKey(cookies, { contest, userKey, until, isSecure });
    },
    now,
  });
}
