// What must hold for a simulated shopper, written from the requirements (ENT, SES, NAV, OTP, WHL, REW, PRF, ERR) and not
// from the code: a few facts, and what each step does to them. Knows no app, no wire, no storage.
import type { How, Phase, Steps } from './steps.ts';

type Person = { isTamil: boolean; reward: number | undefined };
type Session = {
  key: string | null;
  token: string | null;
  fromTN: 0 | 1 | null;
  winType: number | null;
  hasAgreed: boolean;
  name: string | null;
  mobile: string | null;
};
const nothing: Session = {
  key: null,
  token: null,
  fromTN: null,
  winType: null,
  hasAgreed: false,
  name: null,
  mobile: null,
};
export const rewards: Record<number, string> = { 5: '/reward', 3: '/tnreward', 10: '/congrats' };
const protectedPaths = Object.values(rewards);
const known = ['/', '/spin-wheel', '/profile', '/edit-profile', ...protectedPaths];
const sentences: Partial<Record<How, string>> = {
  cut: 'errors.network',
  lost: 'errors.network',
  offline: 'errors.offline',
  garbled: 'errors.generic',
  down: 'Busy',
  expired: 'errors.sessionExpired',
};

export class Model {
  phase: Phase = 'open';
  steps: Steps = {};
  // What the server knows.
  people = new Map<string, Person>();
  codes = new Map<string, { mobile: string; isTamil: boolean; isUsed: boolean }>();
  devices = 0;
  tokens = 0;
  // What the phone keeps, and the tab.
  cookie: string | null = null;
  person: { mobile: string; state: string } | null = null;
  hasQr = false;
  isBackWatched = false;
  standing: 'in' | 'refused' | 'failed' = 'refused';
  programme: 'open' | 'notStarted' | 'ended' = 'open';
  session = nothing;
  isPending = false;
  address = '/';
  origin = '/';
  screen = '';
  turning: number | undefined;
  popup: string | undefined;
  // Of the step at hand.
  calls: string[] = [];
  told: string[] = [];

  how = (name: keyof Omit<Steps, 'win'>): How => this.steps[name] ?? 'fine';
  isReached = (how: How) => how === 'fine' || how === 'lost';

  /** Protocol, Order and repeats: a network that fails at once is tried once more where that changes nothing. */
  sends(call: string, how: How, isLeft = false): number {
    const times = !isLeft && (how === 'cut' || how === 'lost') ? 2 : 1;
    for (let time = 0; time < times; time += 1) this.calls.push(call);
    return times;
  }

  begin(steps: Steps): void {
    Object.assign(this, { steps, calls: [], told: [], popup: undefined });
  }

  /** A new tab: what the phone keeps stays. */
  open(address: string, hasQr: boolean, token: string | null): void {
    Object.assign(this, { address, hasQr, origin: '/', session: { ...nothing, token } });
    this.load();
  }

  /** ENT-3, ENT-4: a page is loaded. */
  load(): void {
    Object.assign(this, { programme: 'open', screen: '', turning: undefined, isPending: false });
    this.isBackWatched = this.hasQr || this.session.token !== null;
    if (this.session.token === null) this.start();
    else this.standing = 'in';
    this.land();
  }

  /** ENT-2, ENT-4 to ENT-6, ENT-9, SES-7: the old session is cleared and a new one asked for. */
  start(isUnheard = false): void {
    Object.assign(this, { session: nothing, isPending: false, standing: 'refused', screen: '' });
    if (!this.hasQr) return;
    const how = this.how('startSession');
    const times = this.sends('startSession', how, isUnheard);
    const isNew = this.cookie === null || how === 'stranger';
    const isAnswered = how === 'fine' || how === 'stranger';
    if (isNew && (isAnswered || how === 'lost')) this.devices += times;
    if (isUnheard) return;
    if (isAnswered || how === 'notValid') this.hearOfProgramme();
    if (how === 'notValid') return;
    this.standing = isAnswered ? 'in' : 'failed';
    if (!isAnswered) return;
    const key = isNew ? `device-${this.devices}` : (this.cookie ?? '');
    this.cookie ??= key;
    this.isPending = this.codes.get(key)?.isUsed === false;
    this.session = { ...nothing, key, hasAgreed: this.isPending };
  }

  /** NAV-2, SES-4, SES-7, ERR-3: Back, Logout, expiry. */
  leave(how: 'once' | 'twice' = 'once'): void {
    Object.assign(this, { address: '/', origin: '/', popup: undefined });
    if (how === 'twice') this.start(true);
    this.start();
    this.land();
  }

  hearOfProgramme(): void {
    this.programme = this.phase === 'over' ? 'ended' : this.phase;
  }

  go(address: string, origin = '/'): void {
    Object.assign(this, { address, origin });
    this.land();
  }

  /** NAV-5, REW-2, REW-4, SES-8, WHL-9, ENT-7: what shows, and at which address. */
  land(): void {
    const before = this.screen;
    const from = this.address;
    this.screen = this.place();
    if (this.address !== from) this.origin = '/';
    if (this.screen !== before) this.turning = undefined;
    // OTP-4: the spin call of Tamil Nadu.
    if (this.screen === 'fixedReward' && before !== 'fixedReward') this.askReward('logged');
  }

  place(): string {
    const { token, winType, fromTN } = this.session;
    const isProtected = protectedPaths.includes(this.address);
    if (this.standing === 'failed') return 'failed';
    if (this.address === '/notallowed') return 'notAllowed';
    if (this.programme !== 'open' && token === null) return (this.address = '/closed');
    if (this.standing === 'refused') return 'notAllowed';
    if (!known.includes(this.address) || (isProtected && token === null)) this.address = '/';
    if (token === null)
      return this.address !== '/' ? this.address : this.isPending ? 'code' : 'details';
    const own = winType !== null ? (rewards[winType] ?? '') : fromTN === 1 ? '/' : '/spin-wheel';
    const isTurnedAway = this.address === '/spin-wheel' && fromTN === 1;
    if (this.address === '/' || protectedPaths.includes(this.address) || isTurnedAway)
      this.address = own;
    return this.address === '/' ? 'fixedReward' : this.address;
  }

  /** ERR-1 to ERR-4: what went wrong, told as its screen tells it. */
  fail(how: How | 'ended' | 'limit', way: 'told' | 'popup' | 'logged'): void {
    const sentence = how === 'ended' || how === 'limit' ? undefined : sentences[how];
    if (how === 'expired') this.told.push('errors.sessionExpired');
    else if (sentence !== undefined && way !== 'logged') this.told.push(sentence);
    if (how === 'expired') this.leave();
    if (how === 'ended') this.hearOfProgramme();
    const isPlain = sentence !== undefined || how === 'odd' || how === 'missing';
    if (way === 'popup' && !isPlain && !(how === 'ended' && this.session.token === null)) {
      this.popup = how === 'ended' ? 'Closed' : `Refused: ${how}`;
    }
    this.land();
  }

  /** SES-6, CAM-1: one reward for a number, and the same for ever. Nobody without a token gets any. */
  grant(isLeft = false): { how: How | 'ended'; reward?: number } {
    const { key, token } = this.session;
    const how = this.how('getReward');
    this.sends(token === null ? 'getReward' : 'getReward with token', how, isLeft);
    if (!['fine', 'lost', 'odd', 'missing'].includes(how)) return { how };
    const refused = (why: How | 'ended') => ({ how: how === 'lost' ? how : why });
    const person = this.people.get(this.codes.get(key ?? '')?.mobile ?? '');
    if (token === null || !person) return refused('expired');
    if (how === 'odd' || how === 'missing') return { how };
    if (person.reward === undefined && this.phase === 'over') return refused('ended');
    person.reward ??= person.isTamil ? 3 : Number(this.steps.win ?? 5);
    return { how, reward: person.reward };
  }

  /** WHL-3, WHL-6, WHL-7, OTP-4, SES-5. */
  askReward(way: 'popup' | 'logged'): void {
    if (this.session.key === null)
      return void (way === 'popup' && this.told.push('errors.sessionNotFound'));
    const { how, reward = null } = this.grant();
    if (how !== 'fine') return this.fail(how, way);
    this.session = { ...this.session, winType: reward };
    this.land();
    if (this.screen === '/spin-wheel') this.turning = reward ?? undefined;
  }

  /** What the server does comes first; who presses Back meanwhile never hears of it (SES-7). */
  play(isCut: boolean): void {
    if (!isCut) return this.askReward('popup');
    // What never leaves the phone has nothing to wait for.
    if (this.session.key === null) this.askReward('popup');
    else this.grant(true);
    this.leave();
  }

  tryAgain(): void {
    if (this.standing !== 'failed') return this.askReward('logged');
    this.start();
    this.land();
  }

  /** HOM-5, HOM-6. */
  answerNotice(isYes: boolean, isCut: boolean): void {
    const how = this.how('recordConsent');
    this.sends('recordConsent', how, isCut);
    if (isCut) return this.leave();
    if (how !== 'fine') return this.fail(how, isYes ? 'popup' : 'logged');
    if (isYes) this.session = { ...this.session, hasAgreed: true };
  }

  /** HOM-1, HOM-4, SES-3, SES-6, ENT-7. */
  register(person: { mobile: string; state: string }, isCut: boolean): void {
    let how: How | 'ended' | 'limit' = this.how('register');
    this.sends('register', how, isCut);
    const { mobile, state } = person;
    const isKnown = this.people.get(mobile)?.reward !== undefined;
    const why = this.phase !== 'open' ? 'ended' : isKnown ? 'limit' : undefined;
    if (this.isReached(how) && !why) {
      const code = { mobile, isTamil: state === 'Tamil Nadu', isUsed: false };
      this.codes.set(this.session.key ?? '', code);
    } else if (how === 'fine' && why) how = why;
    if (isCut) return this.leave();
    if (how !== 'fine') return this.fail(how, 'told');
    this.person = person;
    this.session = { ...this.session, name: 'Asha Rao', mobile };
    this.isPending = true;
    this.land();
  }

  /** OTP-3, OTP-4, SES-6: the state of a number's first verification stands. */
  verify(isCut: boolean): void {
    this.calls.push('verifyOtp');
    let how: How | 'ended' = this.how('verifyOtp');
    const code = this.codes.get(this.session.key ?? '');
    if (this.isReached(how) && this.phase === 'open' && code) {
      code.isUsed = true;
      this.tokens += 1;
      const { mobile, isTamil } = code;
      if (!this.people.has(mobile)) this.people.set(mobile, { isTamil, reward: undefined });
    } else if (how === 'fine') how = 'ended';
    if (isCut) return this.leave();
    if (how !== 'fine') return this.fail(how, 'told');
    const fromTN = this.people.get(code?.mobile ?? '')?.isTamil ? 1 : 0;
    const { mobile = null } = this.person ?? {};
    const name = mobile === null ? null : 'Asha Rao';
    Object.assign(this, { isPending: false });
    this.session = { ...this.session, token: `token-${this.tokens}`, fromTN, name, mobile };
    this.land();
  }

  /** OTP-2: a failed one is logged only. */
  resend(): void {
    this.calls.push('resendOtp');
    const how = this.how('resendOtp');
    const isClosed = how === 'fine' && this.phase !== 'open';
    if (how !== 'fine' || isClosed) this.fail(isClosed ? 'ended' : how, 'logged');
  }
}
