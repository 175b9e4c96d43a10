// Sample answers of the server for the success path.
import {
  callNames,
  callPath,
  type Answer,
  type CallName,
  type PluginAnswers,
} from '@inaam/contract/calls.ts';
import type { CoreCallName } from '@inaam/contract/core-calls.ts';
import { wrapResponse } from '@inaam/contract/envelope.ts';
import { resendAfterSeconds } from '@inaam/contract/limits.ts';
import type { PageCampaign } from '@inaam/web/locale/page-campaign.ts';
import type { Scene } from './scenes.ts';

type Facts = Pick<PageCampaign, 'states' | 'fixedRewards'>;

/** Unassigned: no network uses this number. */
export function sample({ states, fixedRewards }: Facts) {
  const state = states.find((one) => !Object.hasOwn(fixedRewards, one)) ?? '';
  return {
    name: 'Asha Rao',
    mobile: '9876543210',
    state,
    city: 'Mysuru',
    token: {
      userKey: 'preview',
      dataKey: 'preview',
      accessToken: 'preview',
    },
  };
}

type Answers = PluginAnswers & {
  readonly [Name in CoreCallName]: Omit<Answer<Name>, 'statusCode'>;
};

function answersFor(campaign: PageCampaign, { programme, pending, isAsked }: Scene): Answers {
  const waiting = { resendAfter: resendAfterSeconds };
  const erased = { erased: 'now' } as const;
  const { name, state, token, city } = sample(campaign);
  return {
    startSession: {
      isValidToken: true,
      isLoggedIn: false,
      token: { ...token, accessToken: null },
      pending: pending ? waiting : null,
      serverTime: Date.now(),
      campaign: programme,
    },
    recordConsent: {},
    register: waiting,
    resendOtp: waiting,
    verifyOtp: { accessToken: token.accessToken, fromTN: 0 },
    getStates: { states: [...campaign.states] },
    getCities: { cities: [city] },
    editDetails: {},
    getDetails: {
      name,
      state,
      city,
      email: 'asha@example.com',
      gender: 'Female',
      age: '32',
      limit: '',
      voucher: 'sent',
      voucherBy: new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10),
    },
    getReward: { winType: campaign.outcomes[0]?.amount ?? 0 },
    proveNumber: waiting,
    withdrawConsent: erased,
    eraseData: erased,
    ...(isAsked && campaign.samples),
  };
}

/** Like `fetch`. Rejects unknown calls, and everything if the scene has no network. */
export function sampleFetch(campaign: PageCampaign, scene: Scene) {
  const answers = answersFor(campaign, scene);
  return (address: string): Promise<Response> => {
    // One call's path may be a prefix of another's.
    const [name] = callNames
      .filter((one) => isCall(address, one))
      .toSorted((one, other) => callPath(other).length - callPath(one).length);
    if (name === undefined || scene.network === 'none') {
      return Promise.reject(new Error('The preview has no network.'));
    }
    const answer = answers[name];
    if (scene.network === 'slow' || answer === undefined) return new Promise(() => undefined);
    const resp = { statusCode: 200, ...answer };
    return Promise.resolve(Response.json(wrapResponse(resp, 'object')));
  };
}

function isCall(address: string, name: CallName): boolean {
  const [path = ''] = address.split('?');
  return path === callPath(name) || path.startsWith(`${callPath(name)}/`);
}
