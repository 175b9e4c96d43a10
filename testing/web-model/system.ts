// The app in a simulated browser, driven by the functions that the screens call.
import type { AppContext } from '@inaam/web/app/app-context.ts';
import { createApp } from '@inaam/web/app/create-app.ts';
import { questionTesting } from '@inaam/plugins/web-testing.ts';
import { resendCode, verifyCode } from '@inaam/web/features/one-time-code/verify-code.ts';
import { requestFixedReward } from '@inaam/web/features/fixed-reward/request-fixed-reward.ts';
import { agree, decline } from '@inaam/web/features/privacy-notice/answer-notice.ts';
import { goBack, logOut, profileOrigin } from '@inaam/web/features/profile/profile-actions.ts';
import { register } from '@inaam/web/features/registration/register.ts';
import { requestReward } from '@inaam/web/features/spin/request-reward.ts';
import type { Message } from '@inaam/web/locale/message.ts';
import { guard } from '@inaam/web/session/navigation/guard.ts';
import { pathOf, paths, rewardPath } from '@inaam/web/session/navigation/paths.ts';
import { sessionKey } from '@inaam/web/session/session-store.ts';
import { homePart, guardInputOf } from '@inaam/web/session/session-status.ts';
import type { StubServer } from './stub-server.ts';
import { Device, Tab } from './simulated-browser.ts';

type SystemOptions = {
  server: StubServer;
  /** The page's campaign as the server writes it. */
  campaignText: string;
  now: () => number;
  pass: (ms: number) => void;
  settlePromises: () => Promise<void>;
};

export class System {
  readonly server: StubServer;
  /** The tab's session storage at page load. */
  found: string | null = null;
  readonly #options: SystemOptions;
  #device = new Device();
  #tab = new Tab(this.#device, '/');
  #app: AppContext | undefined;
  /** The mounted screen; when it changes, another one is mounted. */
  #mounted = '';
  #turning: number | undefined;
  #notified: string[] = [];

  constructor(options: SystemOptions) {
    this.server = options.server;
    this.#options = options;
  }

  get app(): AppContext {
    if (!this.#app) throw new Error('The system has no page yet. Open one first.');
    return this.#app;
  }

  closePopup(): void {
    if (typeof this.#app?.overlay.getState().open === 'object') {
      this.#app.overlay.setState({ open: null });
    }
  }

  async setDialogs(to: Partial<ReturnType<AppContext['overlay']['getState']>>): Promise<void> {
    this.app.overlay.setState(to);
    await this.settle();
  }

  passMinute(): void {
    this.#options.pass(60_000);
  }

  /** A new tab, as if opened by a link. */
  async open(address: string, given: { stored?: string; cookies?: 'cleared' } = {}): Promise<void> {
    if (given.cookies) this.#device.cookies.clear();
    this.#tab = new Tab(this.#device, address);
    if (given.stored !== undefined) this.#tab.session.setItem(sessionKey, given.stored);
    await this.reload();
  }

  async reload(): Promise<void> {
    const { campaignText, now, server } = this.#options;
    // A page that was loaded without a network would wait for its return.
    server.isOnline = true;
    const browser = this.#tab.load({
      campaignText,
      now,
      isOnline: () => server.isOnline,
      fetch: (address, request) => server.fetch(address, request),
    });
    this.found = this.#tab.session.getItem(sessionKey);
    this.#app = undefined;
    const app = createApp(browser);
    this.#app = app;
    this.#mounted = '';
    this.#turning = undefined;
    app.notices.store.subscribe(({ notification }, before) => {
      if (notification && notification !== before.notification)
        this.#notified.push(shownAs(notification.message));
    });
    void app.entry.enter();
    await this.settle();
  }

  async visit(address: string): Promise<void> {
    this.#tab.visit(address);
    await this.reload();
  }

  async back(): Promise<void> {
    this.#tab.back();
    await this.settle();
  }

  async answerNotice(isYes: boolean): Promise<void> {
    void (isYes ? agree : decline)(this.app);
    await this.settle();
  }

  async register(mobile: string, state: string): Promise<void> {
    const form = { name: ' Asha  Rao', mobile, state, isAgreed: true };
    void register(this.app, form);
    await this.settle();
  }

  async verify(): Promise<void> {
    void verifyCode(this.app, '123456');
    await this.settle();
  }

  async resend(): Promise<void> {
    void resendCode(this.app);
    await this.settle();
  }

  async setCodeAside(isAside: boolean): Promise<void> {
    this.app.entry.store.setState(({ pending }) => ({
      pending: pending && { ...pending, isAside },
    }));
    await this.settle();
  }

  async play(): Promise<void> {
    const screen = this.#mounted;
    const turn = async () => {
      const amount = await requestReward(this.app, unheard);
      if (this.#mounted === screen) this.#turning = amount;
    };
    void turn();
    await this.settle();
  }

  /** 1.5 seconds after the wheel stops. */
  async rest(): Promise<void> {
    const amount = this.#turning;
    if (amount === undefined) throw new Error('The wheel is not turning: nothing to wait for.');
    this.app.go(rewardPath(amount, this.app.campaign.outcomes));
    await this.settle();
  }

  /** As the reward's screen does, which has asked before. */
  async answer(option: number): Promise<void> {
    const asked = questionTesting[0]?.(this.app);
    const answer = async () => {
      await asked?.ask('en');
      if (asked?.store.getState().question?.isRight !== null) return;
      asked.choose(option);
      await asked.send();
    };
    void answer();
    await this.settle();
  }

  async openProfile(): Promise<void> {
    this.app.go(paths.profile, pathOf(this.#tab.pathname));
    await this.settle();
  }

  async leaveProfile(how: 'back' | 'logOut'): Promise<void> {
    (how === 'back' ? goBack : logOut)(this.app);
    await this.settle();
  }

  async tryAgain(): Promise<void> {
    if (this.app.entry.store.getState().phase === 'failed') void this.app.entry.restart();
    else void this.#openGift();
    await this.settle();
  }

  /** Does the second before the first's response arrives. */
  async meanwhile(first: () => Promise<void>, second: () => Promise<void>): Promise<void> {
    const release = this.server.delayAnswers();
    await first();
    this.server.answerAtOnce();
    await second();
    release();
    await this.settle();
  }

  /** The visible state, and the notifications and calls since the last read. */
  seen() {
    const { session, local, overlay, entry } = this.app;
    const { open, isChoosingLanguage } = overlay.getState();
    const popup = typeof open === 'object' ? open : undefined;
    const held = session.getState();
    return {
      screen: this.#mounted.split('|')[1],
      address: this.#tab.pathname,
      hasNotice: /\|(?:details|code)$/.test(this.#mounted) ? !held.isConsentGiven : undefined,
      openedFrom: profileOrigin(this.app),
      turning: this.#turning,
      session: held,
      stored: this.#tab.session.getItem(sessionKey),
      local: ['userName', 'userMobile', 'userState'].map((key) => local.getItem(key)),
      cookies: Object.fromEntries(this.#device.cookies),
      notified: this.#notified.splice(0),
      popup: popup && 'message' in popup ? shownAs(popup.message) : undefined,
      overlay: typeof open === 'string' ? open : null,
      isChoosingLanguage,
      reason: entry.store.getState().reason,
      calls: this.server.seen.splice(0),
      violations: this.server.violations,
    };
  }

  /** Follows the guard's redirects and mounts the screen. */
  async settle(): Promise<void> {
    for (let redirects = 0; ;) {
      await this.#options.settlePromises();
      const screen = this.#screen();
      if (screen === 'redirected') {
        redirects += 1;
        if (redirects > 5)
          throw new Error(`The guard redirects in a loop at ${this.#tab.pathname}.`);
      } else if (screen === this.#mounted) return;
      else this.#mount(screen);
    }
  }

  #screen(): string {
    const {
      entry: { store },
      session,
      campaign,
      go,
    } = this.app;
    const entry = store.getState();
    if (entry.phase === 'starting' || entry.phase === 'failed') return `|${entry.phase}`;
    const input = guardInputOf(session.getState(), entry, campaign);
    const verdict = guard(this.#tab.pathname, input);
    if (verdict.kind === 'notAllowed') return `${entry.round.number}|notAllowed`;
    if (verdict.kind === 'show') {
      const part = verdict.path === paths.home ? homePart(session.getState(), entry) : verdict.path;
      return `${entry.round.number}|${part}`;
    }
    go(verdict.to);
    return 'redirected';
  }

  #mount(screen: string): void {
    this.#mounted = screen;
    this.#turning = undefined;
    if (screen.endsWith('|fixedReward')) void this.#openGift();
  }

  /** As its screen does, which stores the amount when the ticket has come out. */
  async #openGift(): Promise<void> {
    const answer = await requestFixedReward(this.app, unheard.onBusy);
    if (typeof answer === 'number') this.app.session.setState({ rewardAmount: answer });
  }
}

const unheard = { onBusy: () => undefined, onError: () => undefined };

/** The key of a message, or the server's text. */
const shownAs = (message: Message) => (typeof message === 'string' ? message : message.text);
