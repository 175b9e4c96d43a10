// Random commands on the app in a simulated browser, compared with a model of the requirements. A
// failure prints how to repeat it; see docs/code/tests.md.
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { allowConsole } from '../setup/console-lines.ts';
import { modelRuns } from '../setup/model-runs.ts';
import { emptySession } from '@inaam/web/session/session-state.ts';
import { Model } from './model.ts';
import { System } from './system.ts';
import { StubServer } from './stub-server.ts';
import { type Compare, FirstPossibleAction, type Command, type Action } from './command.ts';
import { keptOf } from './stub-server.ts';
import * as actions from './commands.ts';
import { openingDialogs, minutePassing, turningTheCalendar } from './page-commands.ts';

const campaign = (await loadCampaign('biscuit-2025')).publicCampaign('en');
const campaignText = JSON.stringify(campaign);

let now = Date.parse('2025-07-01T06:00:00Z');
const newSystem = () =>
  new System({
    server: new StubServer(() => now),
    campaignText,
    // Advances, so that no two calls are signed at the same time by chance.
    now: () => (now += 1),
    pass: (ms) => void (now += ms),
    settlePromises: () => turn(),
  });

const compare: Compare = (model, system) => {
  const { stored, notified, openedFrom, cookies, ...seen } = system.seen();
  const { session, registration, cookie } = model;
  const { key, token, fromTN, winType, hasAgreed, name, mobile, question } = session;
  const held = {
    ...emptySession,
    userKey: key,
    dataKey: key && `data-key-that-belongs-to-${key}`,
    accessToken: token,
    isFixedReward: fromTN === null ? null : fromTN === 1,
    rewardAmount: winType,
    isConsentGiven: hasAgreed,
    user: { ...emptySession.user, name, mobile },
    ...keptOf(question),
  };
  const isHome = ['details', 'code'].includes(model.screen);
  const is = { ...seen, cookies, notified };
  const should = {
    screen: model.screen,
    address: model.address,
    hasNotice: isHome ? !hasAgreed : undefined,
    turning: model.turning,
    session: held,
    local: registration
      ? ['Asha Rao', registration.mobile, registration.state]
      : [null, null, null],
    cookies: cookie === null ? {} : { [`${campaign.contest}-id`]: cookie },
    notified: model.notified,
    popup: model.popup,
    overlay: model.overlay,
    isChoosingLanguage: model.isChoosingLanguage,
    reason: model.reason,
    calls: model.calls,
    violations: [],
  };
  // `toEqual` is ten times slower.
  if (!isDeepStrictEqual(is, should)) expect(is).toEqual(should);
  if (model.screen === '/profile') expect(openedFrom).toBe(model.origin);
  // SES-1: what the tab had stored remains until something changes.
  if (stored !== system.found) {
    const { isFixedReward: _, rewardAmount: __, ...unchanged } = held;
    expect(JSON.parse(stored ?? 'null')).toEqual({ ...unchanged, fromTN, winType });
  }
};

test(
  '[NAV-2][NAV-5][REW-4][WHL-9][SES-3][SES-7][ENT-2][ENT-6][ERR-3] whatever a shopper does and the server answers, the app is in the state of the model',
  async () => {
    allowConsole(/^(spin|bonus|resend|consent) failed: /);
    const { run, replayPath } = modelRuns(50);
    await fc.assert(
      fc.asyncProperty(
        openings(compare),
        commandSequences(compare, replayPath),
        async (opening, commands) => {
          const model = new Model();
          const system = newSystem();
          await opening.run(model, system);
          await fc.asyncModelRun(() => ({ model, real: system }), commands);
        },
      ),
      run,
    );
  },
  modelRuns(50).timeoutMs,
);

/** Command sequences are weighted so that runs get far and cover everything. */
const one = (weight: number, arbitrary: fc.Arbitrary<Action>) => ({
  weight,
  arbitrary: arbitrary.map((action) => [action]),
});

/** The first command of a run. */
function openings(compare: Compare): fc.Arbitrary<Command> {
  return actions.opening().map((action) => new FirstPossibleAction([action], compare));
}

/** Half of the commands are the next step to the reward; otherwise few runs would reach it. */
function commandSequences(compare: Compare, replayPath: string | undefined) {
  const steps = fc.oneof(
    { weight: 16, arbitrary: actions.goingOn() },
    one(1, actions.opening()),
    one(2, actions.loading()),
    one(2, actions.leaving()),
    one(3, actions.aroundProfile()),
    one(1, actions.onTheNotice(fc.constant(false))),
    one(2, actions.registering()),
    one(3, actions.waitingForTheCode()),
    one(2, actions.playing()),
    one(2, actions.answeringTheQuestion()),
    one(1, turningTheCalendar()),
    one(2, openingDialogs()),
    one(3, fc.constant(minutePassing)),
  );
  const replay = replayPath === undefined ? {} : { replayPath };
  const commands = steps.map((list): Command => new FirstPossibleAction(list, compare));
  return fc.commands([commands], { maxCommands: 50, size: 'max', ...replay });
}
