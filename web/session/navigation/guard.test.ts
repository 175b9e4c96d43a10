import fc from 'fast-check';
import { expect, test } from 'vitest';
import { guard, type GuardInput, type Verdict } from './guard.ts';
import { pathOf, paths, type Path, rewardPath } from './paths.ts';

const visitor: GuardInput = {
  programme: 'open',
  isAdmitted: true,
  hasToken: false,
  isFixedReward: false,
  ownReward: null,
};
const refused = { ...visitor, isAdmitted: false };
const verified = { ...visitor, hasToken: true };
const winner: GuardInput = { ...verified, ownReward: '/reward' };
const fixed = { ...verified, isFixedReward: true };
const fixedWinner: GuardInput = { ...fixed, ownReward: '/tnreward' };
const late: GuardInput = { ...visitor, programme: 'ended' };
const early: GuardInput = { ...visitor, programme: 'notStarted' };
const paused: GuardInput = { ...visitor, programme: 'paused' };
const lateWinner: GuardInput = { ...winner, programme: 'ended' };

const outcome = (verdict: Verdict) =>
  verdict.kind === 'show' ? 'shows' : verdict.kind === 'redirect' ? verdict.to : 'not allowed';

const all = Object.values(paths);
const rewards = ['/reward', '/tnreward', '/congrats'] as const;

test('[NAV-1] there are nine addresses', () => {
  expect(all.toSorted()).toEqual(
    ['/', '/spin-wheel', '/reward', '/tnreward', '/congrats', '/profile', '/edit-profile']
      .concat(['/closed', '/notallowed'])
      .toSorted(),
  );
});

test.each([...all, '/nonsense'])(
  '[NAV-5][ENT-2] without a valid session %s asks to scan the code',
  (path) => {
    expect(outcome(guard(path, refused))).toBe('not allowed');
  },
);

test('[NAV-5] /notallowed always shows its text', () => {
  for (const status of [visitor, refused, verified, winner, fixed, late, early]) {
    expect(outcome(guard('/notallowed', status))).toBe('not allowed');
  }
});

test.each([late, early, paused, { ...late, isAdmitted: false }])(
  '[NAV-5][ENT-7] outside the programme every address leads to the closed page first: %j',
  (status) => {
    for (const path of [...all, '/nonsense'].filter((other) => other !== '/notallowed')) {
      expect(outcome(guard(path, status))).toBe(path === '/closed' ? 'shows' : '/closed');
    }
  },
);

test('[ENT-7] a participant verified during the programme still gets to the reward after its end', () => {
  expect(outcome(guard('/', lateWinner))).toBe('/reward');
  expect(outcome(guard('/reward', lateWinner))).toBe('shows');
  expect(outcome(guard('/spin-wheel', { ...verified, programme: 'ended' }))).toBe('shows');
  expect(outcome(guard('/spin-wheel', { ...verified, programme: 'paused' }))).toBe('shows');
});

test.each(['/', '/spin-wheel', '/profile', '/edit-profile'])(
  '[NAV-4] a visitor without token may see %s',
  (path) => expect(outcome(guard(path, visitor))).toBe('shows'),
);

test.each(rewards)('[REW-2][NAV-5] without token %s leads HOME', (path) => {
  expect(outcome(guard(path, visitor))).toBe('/');
});

test.each([
  ['the wheel', verified, '/spin-wheel'],
  ['their own screen', winner, '/reward'],
  ['the asking for the fixed reward, on HOME', fixed, '/'],
  ['their own fixed screen', fixedWinner, '/tnreward'],
] as const)('[SES-8][REW-4][OTP-4] with a token, HOME and rewards lead to %s', (_, who, own) => {
  for (const path of ['/', ...rewards] as const) {
    expect(outcome(guard(path, who))).toBe(path === own ? 'shows' : own);
  }
});

test('[WHL-9] a participant with a fixed reward never sees a wheel', () => {
  expect(outcome(guard('/spin-wheel', fixed))).toBe('/');
  expect(outcome(guard('/spin-wheel', fixedWinner))).toBe('/tnreward');
});

test('[WHL-6] the wheel stays while it shows the reward just granted', () => {
  expect(outcome(guard('/spin-wheel', winner))).toBe('shows');
});

test.each(['/nonsense', '/REWARD', '/spin-wheel/9', '//', '/api/users', '/%E0%AE%86'])(
  '[NAV-3] the unknown address %s leads HOME',
  (path) => expect(outcome(guard(path, visitor))).toBe('/'),
);

test('[NAV-3] a trailing slash is accepted', () => {
  expect(pathOf('/spin-wheel/')).toBe('/spin-wheel');
});

test('[NAV-5] every redirect ends at a visible page in two steps at most', () => {
  const anyStatus = fc.record<GuardInput>({
    programme: fc.constantFrom('open', 'notStarted', 'ended'),
    isAdmitted: fc.boolean(),
    hasToken: fc.boolean(),
    isFixedReward: fc.boolean(),
    ownReward: fc.constantFrom<Path | null>(null, ...rewards),
  });
  // Not fast-check's own addresses, which take a second to generate.
  const anyPiece = fc.constantFrom('/', '//', 'reward', 'spin-wheel', 'api', '.', '%2F', '?', 'é');
  const anyAddress = fc.oneof(
    fc.constantFrom(...all),
    fc.array(anyPiece, { maxLength: 6 }).map((pieces) => `/${pieces.join('')}`),
  );
  fc.assert(
    fc.property(anyAddress, anyStatus, (address, status) => {
      let verdict = guard(address, status);
      for (let step = 0; step < 2 && verdict.kind === 'redirect'; step++) {
        verdict = guard(verdict.to, status);
      }
      expect(verdict.kind).not.toBe('redirect');
    }),
  );
});

const outcomes = [
  { amount: 3, angle: 180, screen: 'tnreward' },
  { amount: 5, angle: 300, screen: 'reward' },
  { amount: 10, angle: 60, screen: 'congrats' },
] as const;

test.each([
  [5, '/reward'],
  [3, '/tnreward'],
  [10, '/congrats'],
  [7, '/congrats'],
])('[WHL-6][REW-1] Rs. %s leads to %s', (amount, path) => {
  expect(rewardPath(amount, outcomes)).toBe(path);
});
