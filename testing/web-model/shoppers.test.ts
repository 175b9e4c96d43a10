// Thousands of simulated shoppers: random walks over the app that ships, each step compared with a small model written
// from the requirements. On failure fast-check prints the seed and the shortest walk; web/README.md says how it is
// walked again.
import { setImmediate as turn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import type { PublicCampaign } from '@inaam/campaigns/public/public-campaign.ts';
import { allowConsole } from '../setup/strict-console.ts';
import { modelRuns } from '../setup/model-runs.ts';
import { emptySession } from '@inaam/web/session/session-state.ts';
import { Model } from './model.ts';
import { Shopper } from './shopper.ts';
import { StandInServer } from './stand-in-server.ts';
import type { Compare } from './step.ts';
import { openings, walks } from './walks.ts';

let campaign: PublicCampaign;
let campaignText: string;
beforeAll(async () => {
  campaign = (await loadCampaign('biscuit-2025')).publicCampaign('en');
  campaignText = JSON.stringify(campaign);
});

const now = Date.parse('2025-07-01T06:00:00Z');
const newShopper = () =>
  new Shopper({
    server: new StandInServer(() => now),
    campaignText,
    now: () => now,
    settle: () => turn(),
  });

const compare: Compare = (model, shopper) => {
  const { stored, told, openedFrom, cookies, ...seen } = shopper.seen();
  const { session, person, cookie } = model;
  const { key, token, fromTN, winType, hasAgreed, name, mobile } = session;
  const held = {
    ...emptySession,
    userKey: key,
    dataKey: key && `data-key-that-belongs-to-${key}`,
    accessToken: token,
    isFixedReward: fromTN === null ? null : fromTN === 1,
    rewardAmount: winType,
    isConsentGiven: hasAgreed,
    user: { ...emptySession.user, name, mobile },
  };
  const isHome = ['details', 'code'].includes(model.screen);
  const is = { ...seen, cookies, told };
  const should = {
    screen: model.screen,
    address: model.address,
    hasNotice: isHome ? !hasAgreed : undefined,
    turning: model.turning,
    session: held,
    local: person ? ['Asha Rao', person.mobile, person.state] : [null, null, null],
    cookies: cookie === null ? {} : { [`${campaign.contest}-id`]: cookie },
    told: model.told,
    popup: model.popup,
    calls: model.calls,
    faults: [],
  };
  // The difference is worked out only where there is one: that is ten times slower.
  if (!isDeepStrictEqual(is, should)) expect(is).toEqual(should);
  if (model.screen === '/profile') expect(openedFrom).toBe(model.origin);
  // SES-1. What was found in the tab stays there until something changes.
  if (stored !== shopper.found) {
    const { isFixedReward: _, rewardAmount: __, ...unchanged } = held;
    expect(JSON.parse(stored ?? 'null')).toEqual({ ...unchanged, fromTN, winType });
  }
};

test(
  '[NAV-2][NAV-5][REW-4][WHL-9][SES-3][SES-7][ENT-2][ENT-6][ERR-3] whatever a shopper does and the network answers, the app stands where it should',
  async () => {
    allowConsole(/^(spin|resend|consent) failed: /);
    const { run, replayPath } = modelRuns(2000);
    await fc.assert(
      fc.asyncProperty(openings(compare), walks(compare, replayPath), async (opening, steps) => {
        const model = new Model();
        const shopper = newShopper();
        await opening.run(model, shopper);
        await fc.asyncModelRun(() => ({ model, real: shopper }), steps);
      }),
      run,
    );
  },
  modelRuns(2000).timeoutMs,
);
