// What the requirements expect (ENT, SES, NAV, OTP, WHL, REW, PRF, ERR), not taken from the code.
import { sentences, type CallOutcome, type CallOutcomes, type Phase } from './call-outcomes.ts';
import { known, nothing, protectedPaths, rewards, type Next, type Participant } from './session.ts';

export class Model {
  phase: Phase = 'open';
  outcomes: CallOutcomes = {};
  // State of the server.
  participants = new Map<string, Participant>();
  codes = new Map<string, { mobile: string; isTamil: boolean; isUsed: boolean }>();
  devices = 0;
  tokens = 0;
  // State of the phone and the tab.
  cookie: string | null = null;
  substitute: string | null = null;
  registration: { mobile: string; state: string } | null = null;
  agreedKey: string | null = null;
  hasQr = false;
  /** Whether a session of this tab expired within the last minute. */
  hasExpired = false;
  /** Whether Back was pressed before the response to the current command. */
  isInterrupted = false;
  entry: 'in' | 'refused' | 'failed' = 'refused';
  programme: 'open' | 'notStarted' | 'ended' = 'open';
  session = nothing;
  isPending = false;
  /** What a start is to show; kept for the next try. */
  next: Next = {};
  isAside = false;
  reason: Next['reason'] | null = null;
  address = '/';
  origin = '/';
  screen = '';
  turning: number | undefined;
  popup: string | undefined;
  overlay: string | null = null;
  isChoosingLanguage = false;
  // Effects of the current command.
  calls: string[] = [];
  notified: string[] = [];

  outcomeOf = (name: keyof Omit<CallOutcomes, 'win'>): CallOutcome => this.outcomes[name] ?? 'fine';
  isReached = (outcome: CallOutcome) => outcome === 'fine' || outcome === 'lost';

  /**
   * Protocol, Order and repeats: after an immediate network failure, idempotent calls are retried
   * once. After a 503 all calls are, for a minute.
   */
  sends(call: string, outcome: CallOutcome, isInterrupted = false): number {
    const isOnce = call === 'verifyOtp' || call === 'resendOtp';
    const isLost = (outcome === 'cut' || outcome === 'lost') && !isOnce;
    const repeats = outcome === 'down' ? 4 : isLost ? 1 : 0;
    const times = isInterrupted ? 1 : 1 + repeats;
    for (let time = 0; time < times; time += 1) this.calls.push(call);
    return times;
  }

  /** NAV-2: a registered number, its code, or a token is something to lose. */
  get isUnderWay(): boolean {
    const { token, mobile } = this.session;
    return token !== null || mobile !== null || (this.isPending && !this.isAside);
  }

  hasDialog = () => this.overlay !== null || this.isChoosingLanguage;

  begin(outcomes: CallOutcomes): void {
    Object.assign(this, { outcomes, calls: [], notified: [], popup: undefined });
  }

  /** A new tab; the phone's state remains. */
  open(address: string, hasQr: boolean, token: string | null): void {
    Object.assign(this, { address, hasQr, origin: '/', hasExpired: false });
    this.session = { ...nothing, token };
    this.load();
  }

  /** ENT-3, ENT-4: a page load. */
  load(isReload = false): void {
    Object.assign(this, { programme: 'open', screen: '', turning: undefined, isPending: false });
    Object.assign(this, { overlay: null, isChoosingLanguage: false, next: {}, reason: null });
    const { token, winType } = this.session;
    if (token === null) this.start();
    else this.entry = 'in';
    // WHL-6: after a spin the wheel is over. Its address opens another one (NAV-1).
    const isOver = isReload && token !== null && winType !== null && this.address === '/spin-wheel';
    if (isOver) this.go('/');
    else this.land();
  }

  /** ENT-2, ENT-4 to ENT-6, ENT-9, SES-7: a new session, SES-1: with the tab's own number. */
  start(isInterrupted = false): void {
    const { name, mobile } = this.hasQr ? this.session : nothing;
    Object.assign(this, { session: { ...nothing, name, mobile }, isPending: false, screen: '' });
    Object.assign(this, { entry: 'refused', isAside: false, reason: this.next.reason ?? null });
    if (!this.hasQr) return;
    const outcome = this.outcomeOf('startSession');
    const times = this.sends('startSession', outcome, isInterrupted);
    const known = this.substitute ?? this.cookie;
    const isNew = known === null || outcome === 'stranger';
    const isAnswered = outcome === 'fine' || outcome === 'stranger';
    if (isNew && (isAnswered || outcome === 'lost')) this.devices += times;
    if (isInterrupted) return;
    if (isAnswered || outcome === 'notValid') this.updateProgramme();
    if (outcome === 'notValid') return;
    this.entry = isAnswered ? 'in' : 'failed';
    if (!isAnswered) return;
    const key = isNew ? `device-${this.devices}` : known;
    if (isNew && this.cookie !== null) this.substitute = key;
    this.cookie ??= key;
    this.isAside = this.next.isAside ?? false;
    this.isPending = this.codes.get(key)?.isUsed === false;
    Object.assign(this.session, { key, hasAgreed: this.isPending || this.agreedKey === key });
  }

  /** NAV-2, SES-4, SES-7: Back and Logout lead to the registration, one press from the code. */
  leave(next: Next = { isAside: true }): void {
    Object.assign(this, { next, address: '/', origin: '/', popup: undefined, session: nothing });
    this.start();
    this.land();
  }

  /** ERR-3: one expiry leads to one new session, a second one within a minute to none. */
  expire(): void {
    if (!this.hasExpired) {
      this.hasExpired = true;
      this.notified.push('errors.sessionExpired');
      return this.leave(this.session.token ? { reason: 'registerAgain' } : {});
    }
    Object.assign(this, { session: nothing, isPending: false, reason: null, entry: 'failed' });
    this.go('/');
  }

  /** NAV-2, MOD-6. */
  pressBack(): void {
    if (this.isChoosingLanguage) this.isChoosingLanguage = false;
    else if (this.overlay !== null) this.overlay = null;
    else this.leave();
  }

  updateProgramme(): void {
    this.programme = this.phase === 'over' ? 'ended' : this.phase;
  }

  go(address: string, origin = '/'): void {
    Object.assign(this, { address, origin });
    this.land();
  }

  /** NAV-5, REW-2, REW-4, SES-8, WHL-9, ENT-7: which screen shows, at which address. */
  land(): void {
    const before = this.screen;
    const from = this.address;
    this.screen = this.place();
    if (this.address !== from) this.origin = '/';
    if (this.screen !== before) this.turning = undefined;
    // OTP-4: Tamil Nadu requests its reward without a spin.
    if (this.screen === 'fixedReward' && before !== 'fixedReward') this.requestReward('notified');
  }

  place(): string {
    const { token, winType, fromTN } = this.session;
    const isProtected = protectedPaths.includes(this.address);
    const isCode = this.isPending && !this.isAside;
    if (this.entry === 'failed') return 'failed';
    if (this.address === '/notallowed') return 'notAllowed';
    if (this.programme !== 'open' && token === null) return (this.address = '/closed');
    if (this.entry === 'refused') return 'notAllowed';
    if (!known.includes(this.address) || (isProtected && token === null)) this.address = '/';
    if (token === null) return this.address !== '/' ? this.address : isCode ? 'code' : 'details';
    const own = winType !== null ? (rewards[winType] ?? '') : fromTN === 1 ? '/' : '/spin-wheel';
    const isTurnedAway = this.address === '/spin-wheel' && fromTN === 1;
    if (this.address === '/' || protectedPaths.includes(this.address) || isTurnedAway)
      this.address = own;
    return this.address === '/' ? 'fixedReward' : this.address;
  }

  /** ERR-1 to ERR-4: reports a failure in its screen's way. */
  fail(outcome: CallOutcome | 'ended' | 'limit', way: 'notified' | 'popup' | 'logged'): void {
    const sentence = outcome === 'ended' || outcome === 'limit' ? undefined : sentences[outcome];
    const isOdd = outcome === 'odd' || outcome === 'missing';
    if (outcome === 'expired') return this.expire();
    if (sentence !== undefined && way !== 'logged') this.notified.push(sentence);
    else if (isOdd && way === 'notified') this.notified.push('errors.generic');
    if (outcome === 'ended') this.updateProgramme();
    const isPlain = sentence !== undefined || isOdd;
    if (way === 'popup' && !isPlain && !(outcome === 'ended' && this.session.token === null)) {
      this.popup = outcome === 'ended' ? 'Closed' : `Refused: ${outcome}`;
    }
    this.land();
  }

  /** SES-6, CAM-1: one reward for each number, which never changes. */
  grant(isInterrupted = false): { outcome: CallOutcome | 'ended'; reward?: number } {
    const outcome = this.outcomeOf('getReward');
    this.sends('getReward with token', outcome, isInterrupted);
    if (!['fine', 'lost', 'odd', 'missing'].includes(outcome)) return { outcome };
    const refused = (reason: CallOutcome | 'ended') => ({
      outcome: outcome === 'lost' ? outcome : reason,
    });
    const { mobile = '' } = this.codes.get(this.session.key ?? '') ?? {};
    const registration = this.participants.get(mobile);
    if (!registration) return refused('expired');
    if (outcome === 'odd' || outcome === 'missing') return { outcome };
    if (registration.reward === undefined && this.phase === 'over') return refused('ended');
    registration.reward ??= registration.isTamil ? 3 : Number(this.outcomes.win ?? 5);
    return { outcome, reward: registration.reward };
  }

  /** WHL-3, WHL-6, WHL-7, OTP-4, SES-5. */
  requestReward(way: 'popup' | 'notified'): void {
    if (this.session.key === null) return void this.notified.push('errors.sessionNotFound');
    // NAV-4
    if (this.session.token === null) {
      this.notified.push('errors.registerFirst');
      this.reason = 'registerFirst';
      return this.go('/');
    }
    const { outcome, reward = null } = this.grant();
    if (outcome !== 'fine') return this.fail(outcome, way);
    this.session = { ...this.session, winType: reward };
    this.land();
    if (this.screen === '/spin-wheel') this.turning = reward ?? undefined;
  }

  /** The server acts even if the shopper presses Back before its response (SES-7). */
  play(isInterrupted: boolean): void {
    if (!isInterrupted) return this.requestReward('popup');
    // A request that never leaves the phone has no response to wait for.
    if (this.session.key === null || this.session.token === null) this.requestReward('popup');
    else this.grant(true);
    this.pressBack();
  }

  tryAgain(): void {
    if (this.entry !== 'failed') return this.requestReward('notified');
    this.start();
    this.land();
  }

  /** HOM-5, HOM-6. */
  answerNotice(isYes: boolean, isInterrupted: boolean): void {
    const outcome = this.outcomeOf('recordConsent');
    this.sends('recordConsent', outcome, isInterrupted);
    if (!isYes) this.agreedKey = null;
    if (isInterrupted) return this.pressBack();
    if (outcome !== 'fine') return this.fail(outcome, isYes ? 'popup' : 'logged');
    if (!isYes) return;
    this.agreedKey = this.session.key;
    this.session = { ...this.session, hasAgreed: true };
  }

  /** HOM-1, HOM-4, SES-3, SES-6, ENT-7. */
  register(registration: { mobile: string; state: string }, isInterrupted: boolean): void {
    let outcome: CallOutcome | 'ended' | 'limit' = this.outcomeOf('register');
    this.sends('register', outcome, isInterrupted);
    const { mobile, state } = registration;
    const isKnown = this.participants.get(mobile)?.reward !== undefined;
    const reason = this.phase !== 'open' ? 'ended' : isKnown ? 'limit' : undefined;
    if (this.isReached(outcome) && !reason) {
      const code = { mobile, isTamil: state === 'Tamil Nadu', isUsed: false };
      this.codes.set(this.session.key ?? '', code);
    } else if (outcome === 'fine' && reason) outcome = reason;
    if (isInterrupted) return this.pressBack();
    if (outcome !== 'fine') return this.fail(outcome, 'notified');
    this.registration = registration;
    this.session = { ...this.session, name: 'Asha Rao', mobile };
    Object.assign(this, { isPending: true, isAside: false });
    this.land();
  }

  /** OTP-3, OTP-4, SES-6: the state of a number's first verification is final. */
  verify(isInterrupted: boolean): void {
    let outcome: CallOutcome | 'ended' = this.outcomeOf('verifyOtp');
    this.sends('verifyOtp', outcome, isInterrupted);
    const code = this.codes.get(this.session.key ?? '');
    if (this.isReached(outcome) && this.phase === 'open' && code) {
      code.isUsed = true;
      this.tokens += 1;
      const { mobile, isTamil } = code;
      if (!this.participants.has(mobile))
        this.participants.set(mobile, { isTamil, reward: undefined });
    } else if (outcome === 'fine') outcome = 'ended';
    if (isInterrupted) return this.pressBack();
    if (outcome !== 'fine') return this.fail(outcome, 'notified');
    const fromTN = this.participants.get(code?.mobile ?? '')?.isTamil ? 1 : 0;
    const { mobile = null } = this.registration ?? {};
    const name = mobile === null ? null : 'Asha Rao';
    Object.assign(this, { isPending: false });
    this.session = { ...this.session, token: `token-${this.tokens}`, fromTN, name, mobile };
    this.land();
  }

  /** OTP-2: a failure is only logged. */
  resend(): void {
    const outcome = this.outcomeOf('resendOtp');
    this.sends('resendOtp', outcome);
    const isClosed = outcome === 'fine' && this.phase !== 'open';
    if (outcome !== 'fine' || isClosed) this.fail(isClosed ? 'ended' : outcome, 'logged');
  }
}
