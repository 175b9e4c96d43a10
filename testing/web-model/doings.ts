// What a simulated shopper may do: when each thing can be done, what it changes in the model, and how it is done to the
// app. How often, and what after what, is the walks' to say.
import fc from 'fast-check';
import { rewards, type Model } from './model.ts';
import type { Shopper } from './shopper.ts';
import type { Doing } from './step.ts';
import type { How, Phase } from './steps.ts';

type Way = 'stay' | 'back';

const mobiles = ['9000000001', '9000000002', '9000000003'] as const;
const states = ['Karnataka', 'Kerala', 'Tamil Nadu'] as const;
const ours = ['/', '/spin-wheel', '/reward', '/tnreward', '/congrats', '/profile', '/edit-profile'];
const addresses = [...ours, '/closed', '/notallowed', '/nonsense'];
const withMenu = ['/spin-wheel', ...Object.values(rewards)];
const qr = 'utm_source=qrcode&utm_medium=pack&id=7';
const foreign = ['', '?utm_source=', '?utm_source=QRCODE', '?utm_source=web', '?source=qrcode'];

/** A session that an older or a foreign page left in the tab. */
const leftovers = {
  corrupt: '{"accessToken":',
  foreign: '[7]',
  mistyped: '{"accessToken":7}',
  anonymous: '{"userKey":"device-0","dataKey":"data-key","winType":5,"isConsentGiven":true}',
  unkeyed: '{"accessToken":"foreign"}',
} as const;

const kindsLeft = ['corrupt', 'foreign', 'mistyped', 'anonymous', 'unkeyed'] as const;

/** The first one mostly: of a walk in which everything fails nothing is learnt. */
const often = <T>(value: T, ...others: T[]) =>
  fc.oneof(
    { weight: 9, arbitrary: fc.constant(value) },
    { weight: 1, arbitrary: fc.constantFrom(value, ...others) },
  );
const network = ['cut', 'offline', 'lost', 'down', 'garbled', 'expired'] as const;
const start = often<How>(
  'fine',
  'cut',
  'offline',
  'lost',
  'down',
  'garbled',
  'expired',
  'notValid',
  'stranger',
);
const reward = often<How>('fine', ...network, 'odd', 'missing', 'tryAgain', 'invalidUser');
const win = fc.constantFrom<(number | string)[]>(3, 5, 10, '3', '5', '10');
const follow = { startSession: start, getReward: reward, win };
const way = often<Way>('stay', 'back');

const always = () => true;
const at = (screen: string) => (model: Readonly<Model>) => model.screen === screen;
const onHome = (part: string) => (model: Readonly<Model>) =>
  model.screen === part && model.session.hasAgreed;

/** Does it, and with `back` presses the browser's back button before the answer comes. */
async function doing(shopper: Shopper, isCut: boolean, act: () => Promise<void>): Promise<void> {
  if (isCut) await shopper.meanwhile(act, () => shopper.back());
  else await act();
}

export function opening(): fc.Arbitrary<Doing> {
  return fc
    .record({
      path: often('/', ...addresses),
      query: often(`?${qr}`, ...foreign),
      left: often<keyof typeof leftovers | undefined>(undefined, ...kindsLeft),
      cookies: often<'cleared' | undefined>(undefined, undefined, undefined, 'cleared'),
      steps: fc.record(follow),
    })
    .map(({ path, query, left, cookies, steps }) => ({
      name: `open ${path}${query} ${left ?? ''} ${cookies ?? ''}`,
      steps,
      can: always,
      expect: (model) => {
        if (cookies) model.cookie = null;
        model.open(path, query === `?${qr}`, left === 'unkeyed' ? 'foreign' : null);
      },
      act: (shopper) => {
        const stored = left === undefined ? {} : { stored: leftovers[left] };
        return shopper.open(`${path}${query}`, { ...stored, ...(cookies && { cookies }) });
      },
    }));
}

export function loading(): fc.Arbitrary<Doing> {
  const steps = fc.record(follow);
  const reload = steps.map((given): Doing => ({
    name: 'reload',
    steps: given,
    can: always,
    expect: (model) => model.load(),
    act: (shopper) => shopper.reload(),
  }));
  const visit = fc.tuple(fc.constantFrom(...addresses), steps).map(([address, given]): Doing => ({
    name: `visit ${address}`,
    steps: given,
    can: always,
    expect: (model) => {
      Object.assign(model, { address, origin: '/' });
      model.load();
    },
    act: (shopper) => shopper.visit(address),
  }));
  return fc.oneof(reload, visit);
}

export function leaving(): fc.Arbitrary<Doing> {
  const back: Omit<Doing, 'steps'> = {
    name: 'browser back',
    can: (model) => model.isBackWatched,
    expect: (model) => model.leave(),
    act: (shopper) => shopper.back(),
  };
  const backTwice: Omit<Doing, 'steps'> = {
    name: 'browser back, twice',
    can: (model) => model.isBackWatched,
    expect: (model) => model.leave('twice'),
    act: (shopper) => doing(shopper, true, () => shopper.back()),
  };
  const logOut: Omit<Doing, 'steps'> = {
    name: 'log out',
    can: at('/profile'),
    expect: (model) => {
      model.person = null;
      model.leave();
    },
    act: (shopper) => shopper.leaveProfile('logOut'),
  };
  return fc
    .tuple(fc.constantFrom(back, back, backTwice, logOut), fc.record(follow))
    .map(([way, steps]) => ({ ...way, steps }));
}

function tryingAgain(): fc.Arbitrary<Doing> {
  return fc.record(follow).map((steps) => ({
    name: 'try again',
    steps,
    can: (model) => ['failed', 'fixedReward'].includes(model.screen),
    expect: (model) => model.tryAgain(),
    act: (shopper) => shopper.tryAgain(),
  }));
}

export function aroundProfile(): fc.Arbitrary<Doing> {
  const steps = fc.record(follow);
  const open = fc.constant<Doing>({
    name: 'open the profile',
    can: (model) => withMenu.includes(model.screen),
    expect: (model) => model.go('/profile', model.address),
    act: (shopper) => shopper.openProfile(),
  });
  const back = steps.map((given): Doing => ({
    name: 'back from the profile',
    steps: given,
    can: at('/profile'),
    // PRF-3, PRF-4
    expect: (model) =>
      model.go(['/reward', '/congrats', '/spin-wheel'].includes(model.origin) ? model.origin : '/'),
    act: (shopper) => shopper.leaveProfile('back'),
  }));
  return fc.oneof(open, back);
}

export function onTheNotice(answer: fc.Arbitrary<boolean>): fc.Arbitrary<Doing> {
  const steps = fc.record({ ...follow, recordConsent: often<How>('fine', ...network) });
  return fc.tuple(answer, steps, way).map(([isYes, given, how]) => ({
    name: `${isYes ? 'agree' : 'decline'}, ${how}`,
    steps: given,
    can: (model) => ['details', 'code'].includes(model.screen) && !model.session.hasAgreed,
    expect: (model) => model.answerNotice(isYes, how === 'back' && model.isBackWatched),
    act: (shopper, model) =>
      doing(shopper, how === 'back' && model.isBackWatched, () => shopper.answerNotice(isYes)),
  }));
}

export function registering(): fc.Arbitrary<Doing> {
  const register = often<How>('fine', ...network, 'tryAgain', 'invalidMobile', 'invalidUser');
  const steps = fc.record({ ...follow, register });
  const person = fc.record({
    mobile: fc.constantFrom(...mobiles),
    state: fc.constantFrom(...states),
  });
  return fc.tuple(person, steps, way).map(([{ mobile, state }, given, how]) => ({
    name: `register ${mobile} of ${state}, ${how}`,
    steps: given,
    can: onHome('details'),
    expect: (model) => model.register({ mobile, state }, how === 'back' && model.isBackWatched),
    act: (shopper, model) =>
      doing(shopper, how === 'back' && model.isBackWatched, () => shopper.register(mobile, state)),
  }));
}

function verifying(): fc.Arbitrary<Doing> {
  const verifyOtp = often<How>('fine', ...network, 'invalidOtp', 'tryAgain');
  return fc.tuple(fc.record({ ...follow, verifyOtp }), way).map(([given, how]) => ({
    name: `verify, ${how}`,
    steps: given,
    can: onHome('code'),
    expect: (model) => model.verify(how === 'back' && model.isBackWatched),
    act: (shopper, model) =>
      doing(shopper, how === 'back' && model.isBackWatched, () => shopper.verify()),
  }));
}

export function waitingForTheCode(): fc.Arbitrary<Doing> {
  const resendOtp = often<How>('fine', ...network, 'tryAgain');
  const resend = fc.record({ ...follow, resendOtp }).map((given): Doing => ({
    name: 'resend',
    steps: given,
    can: onHome('code'),
    expect: (model) => model.resend(),
    act: (shopper) => shopper.resend(),
  }));
  const change = fc.constant<Doing>({
    name: 'change the number',
    can: onHome('code'),
    expect: (model) => {
      model.isPending = false;
      model.land();
    },
    act: (shopper) => shopper.changeNumber(),
  });
  return fc.oneof(resend, change);
}

export function playing(): fc.Arbitrary<Doing> {
  return fc.tuple(fc.record(follow), way).map(([given, how]) => ({
    name: `play, ${how}`,
    steps: given,
    can: (model) => model.screen === '/spin-wheel' && model.turning === undefined,
    expect: (model) => model.play(how === 'back' && model.isBackWatched),
    act: (shopper, model) =>
      doing(shopper, how === 'back' && model.isBackWatched, () => shopper.play()),
  }));
}

const resting: Doing = {
  name: 'the wheel rests',
  can: (model) => model.turning !== undefined,
  // WHL-6
  expect: (model) => model.go(rewards[model.turning ?? 0] ?? '/congrats'),
  act: (shopper) => shopper.rest(),
};

/** The way on from wherever the shopper stands. */
export function goingOn(): fc.Arbitrary<Doing[]> {
  return fc.tuple(
    onTheNotice(fc.constant(true)),
    registering(),
    verifying(),
    fc.constant(resting),
    playing(),
    tryingAgain(),
    aroundProfile(),
    fc.constant(turnedTo('open')),
    opening(),
  );
}

const turnedTo = (phase: Phase): Doing => ({
  name: `the programme is ${phase}`,
  can: (model) => model.phase !== phase,
  expect: (model) => {
    model.phase = phase;
  },
  act: async (shopper) => {
    shopper.server.phase = phase;
  },
});

export function turningTheCalendar(): fc.Arbitrary<Doing> {
  return fc.constantFrom<Phase[]>('open', 'notStarted', 'ended', 'over').map(turnedTo);
}
