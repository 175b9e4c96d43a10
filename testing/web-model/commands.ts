// A shopper's actions: when each is possible, its effect on the model, and how it is done in the
// app.
import fc from 'fast-check';
import { answering, closingDialogs, turnedTo } from './page-commands.ts';
import type { Model } from './model.ts';
import { rewards } from './session.ts';
import type { System } from './system.ts';
import type { Action } from './command.ts';
import type { CallOutcome } from './call-outcomes.ts';

type Interruption = 'stay' | 'back';

const mobiles = ['9000000001', '9000000002', '9000000003'] as const;
const states = ['Karnataka', 'Kerala', 'Tamil Nadu'] as const;
const ours = ['/', '/spin-wheel', '/reward', '/tnreward', '/congrats', '/profile', '/edit-profile'];
const addresses = [...ours, '/closed', '/notallowed', '/nonsense'];
const withMenu = ['/spin-wheel', ...Object.values(rewards)];
const qr = 'utm_source=qrcode&utm_medium=pack&id=7';
const foreign = ['', '?utm_source=', '?utm_source=QRCODE', '?utm_source=web', '?source=qrcode'];

/** Sessions that an older version or another page may have stored in the tab. */
const leftovers = {
  corrupt: '{"accessToken":',
  foreign: '[7]',
  mistyped: '{"accessToken":7}',
  anonymous: '{"userKey":"device-0","dataKey":"data-key","winType":5,"isConsentGiven":true}',
  unkeyed: '{"accessToken":"foreign"}',
} as const;

const kindsLeft = ['corrupt', 'foreign', 'mistyped', 'anonymous', 'unkeyed'] as const;

/** Mostly the first value: runs in which everything fails find nothing. */
const often = <T>(value: T, ...others: T[]) =>
  fc.oneof(
    { weight: 9, arbitrary: fc.constant(value) },
    { weight: 1, arbitrary: fc.constantFrom(value, ...others) },
  );
const network = ['cut', 'offline', 'lost', 'down', 'garbled', 'expired'] as const;
const start = often<CallOutcome>(
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
const reward = often<CallOutcome>('fine', ...network, 'odd', 'missing', 'tryAgain', 'invalidUser');
const win = fc.constantFrom<(number | string)[]>(3, 5, 10, '3', '5', '10');
const follow = { startSession: start, getReward: reward, win };
const way = often<Interruption>('stay', 'back');

const always = () => true;
const at = (screen: string) => (model: Readonly<Model>) => model.screen === screen;
const onHome = (part: string) => (model: Readonly<Model>) =>
  model.screen === part && model.session.hasAgreed;

/** Only a Back that stays on the site interrupts; any other leaves the page. */
function interrupted(model: Model, interruption: Interruption): boolean {
  model.isInterrupted = interruption === 'back' && model.isUnderWay;
  return model.isInterrupted;
}

/** If interrupted, Back is pressed before the response arrives. */
async function interruptible(
  system: System,
  isInterrupted: boolean,
  act: () => Promise<void>,
): Promise<void> {
  if (isInterrupted) await system.meanwhile(act, () => system.back());
  else await act();
}

export function opening(): fc.Arbitrary<Action> {
  return fc
    .record({
      path: often('/', ...addresses),
      query: often(`?${qr}`, ...foreign),
      left: often<keyof typeof leftovers | undefined>(undefined, ...kindsLeft),
      cookies: often<'cleared' | undefined>(undefined, undefined, undefined, 'cleared'),
      outcomes: fc.record(follow),
    })
    .map(({ path, query, left, cookies, outcomes }) => ({
      name: `open ${path}${query} ${left ?? ''} ${cookies ?? ''}`,
      outcomes,
      isPossible: always,
      isOverDialogs: true,
      expect: (model) => {
        if (cookies) Object.assign(model, { cookie: null, substitute: null });
        model.open(path, query === `?${qr}`, left === 'unkeyed' ? 'foreign' : null);
      },
      act: (system) => {
        const stored = left === undefined ? {} : { stored: leftovers[left] };
        return system.open(`${path}${query}`, { ...stored, ...(cookies && { cookies }) });
      },
    }));
}

export function loading(): fc.Arbitrary<Action> {
  const outcomes = fc.record(follow);
  const reload = outcomes.map((given): Action => ({
    name: 'reload',
    outcomes: given,
    isPossible: always,
    isOverDialogs: true,
    expect: (model) => model.load(true),
    act: (system) => system.reload(),
  }));
  const visit = fc
    .tuple(fc.constantFrom(...addresses), outcomes)
    .map(([address, given]): Action => ({
      name: `visit ${address}`,
      outcomes: given,
      isPossible: always,
      isOverDialogs: true,
      expect: (model) => {
        Object.assign(model, { address, origin: '/' });
        model.load();
      },
      act: (system) => system.visit(address),
    }));
  return fc.oneof(reload, visit);
}

export function leaving(): fc.Arbitrary<Action> {
  const back: Omit<Action, 'outcomes'> = {
    name: 'browser back',
    isPossible: (model) => model.isUnderWay || model.hasDialog(),
    isOverDialogs: true,
    expect: (model) => model.pressBack(),
    act: (system) => system.back(),
  };
  const logOut: Omit<Action, 'outcomes'> = {
    name: 'log out',
    isPossible: at('/profile'),
    expect: (model) => {
      Object.assign(model, { registration: null, agreedKey: null });
      model.leave();
    },
    act: (system) => system.leaveProfile('logOut'),
  };
  return fc
    .tuple(fc.constantFrom(back, back, logOut), fc.record(follow))
    .map(([way, outcomes]) => ({ ...way, outcomes }));
}

function tryingAgain(): fc.Arbitrary<Action> {
  return fc.record(follow).map((outcomes) => ({
    name: 'try again',
    outcomes,
    isPossible: (model) => ['failed', 'fixedReward'].includes(model.screen),
    expect: (model) => model.tryAgain(),
    act: (system) => system.tryAgain(),
  }));
}

export function aroundProfile(): fc.Arbitrary<Action> {
  const outcomes = fc.record(follow);
  const open = fc.constant<Action>({
    name: 'open the profile',
    isPossible: (model) => withMenu.includes(model.screen),
    expect: (model) => model.go('/profile', model.address),
    act: (system) => system.openProfile(),
  });
  const back = outcomes.map((given): Action => ({
    name: 'back from the profile',
    outcomes: given,
    isPossible: at('/profile'),
    // PRF-3, PRF-4; after a spin the wheel is over.
    expect: (model) => {
      const isOver = model.origin === '/spin-wheel' && model.session.winType !== null;
      const isBack = ['/reward', '/congrats', '/spin-wheel'].includes(model.origin) && !isOver;
      model.go(isBack ? model.origin : '/');
    },
    act: (system) => system.leaveProfile('back'),
  }));
  return fc.oneof(open, back);
}

export function onTheNotice(answer: fc.Arbitrary<boolean>): fc.Arbitrary<Action> {
  const outcomes = fc.record({ ...follow, recordConsent: often<CallOutcome>('fine', ...network) });
  return fc.tuple(answer, outcomes, way).map(([isYes, given, interruption]) => ({
    name: `${isYes ? 'agree' : 'decline'}, ${interruption}`,
    outcomes: given,
    isPossible: (model) => ['details', 'code'].includes(model.screen) && !model.session.hasAgreed,
    expect: (model) => model.answerNotice(isYes, interrupted(model, interruption)),
    act: (system, model) =>
      interruptible(system, model.isInterrupted, () => system.answerNotice(isYes)),
  }));
}

export function registering(): fc.Arbitrary<Action> {
  const register = often<CallOutcome>(
    'fine',
    ...network,
    'tryAgain',
    'invalidMobile',
    'invalidUser',
  );
  const outcomes = fc.record({ ...follow, register });
  const registrations = fc.record({
    mobile: fc.constantFrom(...mobiles),
    state: fc.constantFrom(...states),
  });
  return fc.tuple(registrations, outcomes, way).map(([{ mobile, state }, given, interruption]) => ({
    name: `register ${mobile} of ${state}, ${interruption}`,
    outcomes: given,
    isPossible: onHome('details'),
    expect: (model) => model.register({ mobile, state }, interrupted(model, interruption)),
    act: (system, model) =>
      interruptible(system, model.isInterrupted, () => system.register(mobile, state)),
  }));
}

function verifying(): fc.Arbitrary<Action> {
  const verifyOtp = often<CallOutcome>('fine', ...network, 'invalidOtp', 'tryAgain');
  return fc.tuple(fc.record({ ...follow, verifyOtp }), way).map(([given, interruption]) => ({
    name: `verify, ${interruption}`,
    outcomes: given,
    isPossible: onHome('code'),
    expect: (model) => model.verify(interrupted(model, interruption)),
    act: (system, model) => interruptible(system, model.isInterrupted, () => system.verify()),
  }));
}

/** From the registration: one press. */
const enteringTheCode: Action = {
  name: 'enter the code',
  isPossible: (model) => onHome('details')(model) && model.isPending && model.registration !== null,
  expect: (model) => {
    model.isAside = false;
    model.land();
  },
  act: (system) => system.setCodeAside(false),
};

export function waitingForTheCode(): fc.Arbitrary<Action> {
  const resendOtp = often<CallOutcome>('fine', ...network, 'tryAgain');
  const resend = fc.record({ ...follow, resendOtp }).map((given): Action => ({
    name: 'resend',
    outcomes: given,
    isPossible: onHome('code'),
    expect: (model) => model.resend(),
    act: (system) => system.resend(),
  }));
  const change = fc.constant<Action>({
    name: 'change the number',
    isPossible: onHome('code'),
    expect: (model) => {
      model.isAside = true;
      model.land();
    },
    act: (system) => system.setCodeAside(true),
  });
  return fc.oneof(resend, change, fc.constant(enteringTheCode));
}

export function playing(): fc.Arbitrary<Action> {
  return fc.tuple(fc.record(follow), way).map(([given, interruption]) => ({
    name: `play, ${interruption}`,
    outcomes: given,
    isPossible: (model) => model.screen === '/spin-wheel' && model.turning === undefined,
    expect: (model) => model.play(interrupted(model, interruption)),
    act: (system, model) => interruptible(system, model.isInterrupted, () => system.play()),
  }));
}

export const answeringTheQuestion = () => answering(often<CallOutcome>('fine', ...network));

const resting: Action = {
  name: 'the wheel rests',
  isPossible: (model) => model.turning !== undefined,
  isOverDialogs: true,
  // WHL-6
  expect: (model) => model.go(rewards[model.turning ?? 0] ?? '/congrats'),
  act: (system) => system.rest(),
};

/** The next step to the reward, from any screen. */
export function goingOn(): fc.Arbitrary<Action[]> {
  return fc.tuple(
    fc.constant(closingDialogs),
    onTheNotice(fc.constant(true)),
    fc.constant(enteringTheCode),
    registering(),
    verifying(),
    fc.constant(resting),
    playing(),
    tryingAgain(),
    answeringTheQuestion(),
    aroundProfile(),
    fc.constant(turnedTo('open')),
    opening(),
  );
}
