// One simulated shopper: the app that ships, in a made-up tab, with the stand-in server behind it. Does what the screens
// would do with it (follow the guard, ask for a fixed reward on arrival), by the same functions. Expects nothing.
import type { AppContext } from '@inaam/web/app/app-context.ts';
import { createApp } from '@inaam/web/app/create-app.ts';
import { requestFixedReward } from '@inaam/web/features/fixed-reward/request-fixed-reward.ts';
import { resendCode, verifyCode } from '@inaam/web/features/one-time-code/verify-code.ts';
import { agree, decline } from '@inaam/web/features/privacy-notice/answer-notice.ts';
import { goBack, logOut, profileOrigin } from '@inaam/web/features/profile/profile-actions.ts';
import { register } from '@inaam/web/features/registration/register.ts';
import { requestReward } from '@inaam/web/features/spin/request-reward.ts';
import type { Message } from '@inaam/web/locale/message.ts';
import { guard } from '@inaam/web/session/guard.ts';
import { pathOf, paths } from '@inaam/web/session/paths.ts';
import { rewardPath } from '@inaam/web/session/reward-path.ts';
import { sessionKey } from '@inaam/web/session/session-store.ts';
import { homePart, guardInputOf } from '@inaam/web/session/session-status.ts';
import type { StandInServer } from './stand-in-server.ts';
import { Device, Tab } from './tab.ts';

type Doors = {
  server: StandInServer;
  /** The page's campaign, as the server writes it. */
  campaignText: string;
  now: () => number;
  /** Lets everything that is under way come to its next wait. */
  settle: () => Promise<void>;
};

export class Shopper {
  readonly server: StandInServer;
  /** What lay in the tab's session storage when the page was loaded. */
  found: string | null = null;
  readonly #doors: Doors;
  #device = new Device();
  #tab = new Tab(this.#device, '/');
  #app: AppContext | undefined;
  /** What stands on the screen: a new one is mounted when this changes. */
  #mounted = '';
  #turning: number | undefined;
  #told: string[] = [];

  constructor(doors: Doors) {
    this.server = doors.server;
    this.#doors = doors;
  }

  get app(): AppContext {
    if (!this.#app) throw new Error('The shopper has no page yet. Open one first.');
    return this.#app;
  }

  closePopup(): void {
    this.#app?.overlay.setState({ open: null });
  }

  /** A new tab, as a link opens it. */
  async open(address: string, given: { stored?: string; cookies?: 'cleared' } = {}): Promise<void> {
    if (given.cookies) this.#device.cookies.clear();
    this.#tab = new Tab(this.#device, address);
    if (given.stored !== undefined) this.#tab.session.setItem(sessionKey, given.stored);
    await this.reload();
  }

  async reload(): Promise<void> {
    const { campaignText, now, server } = this.#doors;
    const browser = this.#tab.load({
      campaignText,
      now,
      isOnline: () => server.isOnline,
      fetch: (address, request) => server.fetch(address, request),
    });
    this.found = this.#tab.session.getItem(sessionKey);
    this.#app = undefined;
    const app = await createApp(browser);
    this.#app = app;
    this.#mounted = '';
    this.#turning = undefined;
    app.notices.store.subscribe(({ notification }, before) => {
      if (notification && notification !== before.notification)
        this.#told.push(shownAs(notification.message));
    });
    void app.entry.enter();
    await this.look();
  }

  async visit(address: string): Promise<void> {
    this.#tab.visit(address);
    await this.reload();
  }

  async back(): Promise<void> {
    this.#tab.back();
    await this.look();
  }

  async answerNotice(isYes: boolean): Promise<void> {
    void (isYes ? agree : decline)(this.app);
    await this.look();
  }

  async register(mobile: string, state: string): Promise<void> {
    const form = { name: ' Asha  Rao', mobile, state, isAgreed: true };
    void register(this.app, form);
    await this.look();
  }

  async verify(): Promise<void> {
    void verifyCode(this.app, '123456');
    await this.look();
  }

  async resend(): Promise<void> {
    void resendCode(this.app);
    await this.look();
  }

  async changeNumber(): Promise<void> {
    this.app.entry.store.setState({ pending: null });
    await this.look();
  }

  async play(): Promise<void> {
    const screen = this.#mounted;
    const turn = async () => {
      const amount = await requestReward(this.app, () => undefined);
      if (this.#mounted === screen) this.#turning = amount;
    };
    void turn();
    await this.look();
  }

  /** The wheel has come to rest, and its 1.5 seconds are over. */
  async rest(): Promise<void> {
    const amount = this.#turning;
    if (amount === undefined) throw new Error('The wheel does not turn: nothing to wait for.');
    this.app.go(rewardPath(amount, this.app.campaign.outcomes));
    await this.look();
  }

  async openProfile(): Promise<void> {
    this.app.go(paths.profile, pathOf(this.#tab.pathname));
    await this.look();
  }

  async leaveProfile(how: 'back' | 'logOut'): Promise<void> {
    (how === 'back' ? goBack : logOut)(this.app);
    await this.look();
  }

  async tryAgain(): Promise<void> {
    if (this.app.entry.store.getState().phase === 'failed') void this.app.entry.restart();
    else void requestFixedReward(this.app);
    await this.look();
  }

  /** Does the first, and the second while the answer to the first is still on its way. */
  async meanwhile(first: () => Promise<void>, second: () => Promise<void>): Promise<void> {
    const release = this.server.hold();
    await first();
    this.server.flow();
    await second();
    release();
    await this.look();
  }

  /** Everything that can be seen of it, and what was told and called since the last look. */
  seen() {
    const { session, local, overlay } = this.app;
    const { open } = overlay.getState();
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
      told: this.#told.splice(0),
      popup: typeof open === 'object' && open !== null ? shownAs(open.message) : undefined,
      calls: this.server.seen.splice(0),
      faults: this.server.faults,
    };
  }

  /** Follows the guard to the screen that shows, and mounts it. */
  async look(): Promise<void> {
    for (let redirects = 0; ;) {
      await this.#doors.settle();
      const screen = this.#screen();
      if (screen === 'redirected') {
        redirects += 1;
        if (redirects > 5)
          throw new Error(`The guard leads round in circles at ${this.#tab.pathname}.`);
      } else if (screen === this.#mounted) return;
      else this.#mount(screen);
    }
  }

  #screen(): string {
    const { entry: gate, session, campaign, go } = this.app;
    const entry = gate.store.getState();
    if (entry.phase === 'starting' || entry.phase === 'failed') return `|${entry.phase}`;
    const standing = guardInputOf(session.getState(), entry, campaign.outcomes);
    const verdict = guard(this.#tab.pathname, standing);
    if (verdict.kind === 'notAllowed') return `${entry.round}|notAllowed`;
    if (verdict.kind === 'show') {
      const part = verdict.path === paths.home ? homePart(session.getState(), entry) : verdict.path;
      return `${entry.round}|${part}`;
    }
    go(verdict.to);
    return 'redirected';
  }

  #mount(screen: string): void {
    this.#mounted = screen;
    this.#turning = undefined;
    if (screen.endsWith('|fixedReward')) void requestFixedReward(this.app);
  }
}

/** The key of a message, or the server's text. */
const shownAs = (message: Message) => (typeof message === 'string' ? message : message.text);
