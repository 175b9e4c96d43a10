import { afterAll, expect, test } from 'vitest';
import { newMobile, Shopper } from '@inaam/testing/server/shopper/shopper.ts';
import { testServer } from '@inaam/testing/server/app/test-server.ts';

const server = await testServer();
/** Whose profile is edited again and again. */
const resident = new Shopper(server);
await resident.verify(newMobile(), 'Kerala');
afterAll(() => server.close());

test('[API-1][OTP-3][OTP-4] a shopper of Karnataka registers, verifies and spins', async () => {
  const shopper = new Shopper(server);
  const mobile = newMobile();
  const session = await shopper.start();
  expect(session).toMatchObject({
    status: 200,
    resp: {
      statusCode: 200,
      isValidToken: true,
      isLoggedIn: false,
      pending: null,
      campaign: 'open',
    },
  });
  expect(await shopper.call('recordConsent', { agree: 'YES' })).toMatchObject({ status: 200 });
  expect(
    await shopper.call('register', {
      name: 'Asha',
      mobile,
      state: 'Karnataka',
      agree1: true,
      limit: '',
    }),
  ).toMatchObject({ status: 200, resp: { statusCode: 200, resendAfter: 60 } });
  const verified = await shopper.call('verifyOtp', { otp: await shopper.code(mobile) });
  expect(verified).toMatchObject({ status: 200, resp: { statusCode: 200, fromTN: 0 } });
  shopper.accessToken = String(verified.resp['accessToken']);
  const reward = await shopper.call('getReward');
  expect(reward.resp).toEqual({ statusCode: 200, winType: expect.toBeOneOf([3, 5, 10]) });
  expect(await shopper.read('getDetails')).toMatchObject({
    resp: { name: 'Asha', state: 'Karnataka', city: '', email: '', gender: '', age: '', limit: '' },
  });
});

test('[API-1][CAM-1] a shopper of Tamil Nadu gets fromTN 1 and the fixed 3', async () => {
  const shopper = new Shopper(server);
  const verified = await shopper.verify(newMobile(), 'Tamil Nadu');
  expect(verified.resp).toMatchObject({ fromTN: 1 });
  expect((await shopper.call('getReward')).resp).toEqual({ statusCode: 200, winType: 3 });
});

test('[API-1] states are the campaign’s, cities are those of the state', async () => {
  const shopper = new Shopper(server);
  await shopper.start();
  const states = await shopper.read('getStates');
  expect(states.resp).toEqual({ statusCode: 200, states: server.campaign.states });
  await shopper.verify(newMobile());
  const cities = await shopper.call('getCities', { state: 'Kerala' });
  expect(cities.resp['cities']).toContain('Kochi');
  expect(await shopper.call('getCities', { state: 'Atlantis' })).toMatchObject({
    status: 400,
    resp: { messageId: 'invalidData' },
  });
});

test('[API-1][EDP-4][VAL-10] a profile is edited, and a captured older edit changes nothing', async () => {
  const shopper = new Shopper(server);
  await shopper.verify(newMobile(), 'Kerala');
  const older = shopper.signed({ ...profile, name: 'Older Name' });
  server.time.wall += 1000;
  expect(await shopper.call('editDetails', profile)).toMatchObject({ status: 200 });
  expect(await shopper.post('editDetails', older)).toMatchObject({ status: 200 });
  expect((await shopper.read('getDetails')).resp).toEqual({
    statusCode: 200,
    limit: '',
    ...profile,
  });
});

const profile = {
  name: 'Asha Menon',
  state: 'Kerala',
  city: 'Kochi',
  email: 'asha@example.in',
  gender: 'others',
  age: '34',
};
/** With a suffix, an e-mail address of 80 or 81 characters. */
const local = 'a'.repeat(59);

test.each([
  [{ name: 'A1' }, 'invalidName'],
  [{ state: 'Atlantis' }, 'invalidData'],
  [{ city: 'Chennai' }, 'emptyCity'],
  [{ city: '' }, 'emptyCity'],
  [{ name: 'a'.repeat(36) }, 'invalidName'],
  [{ state: '' }, 'invalidData'],
  [{ email: 'no' }, 'format'],
  [{ email: `${local}@${'b'.repeat(18)}.in` }, 'format'],
  [{ gender: 'unknown' }, 'invalidGender'],
  [{ gender: '' }, 'invalidGender'],
  [{ age: '' }, 'invalidAge'],
  [{ age: 'old' }, 'invalidAge'],
  [{ age: '17' }, 'invalidAge'],
  [{ age: 121 }, 'invalidAge'],
  [{ age: '0018' }, 'invalidAge'],
  [{ age: {} }, 'invalidAge'],
  [{ winType: 10 }, 'invalidData'],
])(
  '[VAL-6][VAL-7][VAL-8][VAL-9][VAL-10] a profile with %j is refused as %s and not stored',
  async (change, messageId) => {
    const before = (await resident.read('getDetails')).resp;
    expect(await resident.call('editDetails', { ...profile, ...change })).toMatchObject({
      status: 400,
      resp: { statusCode: 400, messageId, message: expect.stringMatching(/\w/) },
    });
    expect((await resident.read('getDetails')).resp).toEqual(before);
  },
);

test.each([
  [{ name: 'Asm' }, {}],
  [{ name: 'a'.repeat(35) }, {}],
  [{ email: '' }, {}],
  [{ email: undefined }, { email: '' }],
  [{ email: `${local}@${'b'.repeat(17)}.in` }, {}],
  [{ gender: 'male' }, {}],
  [{ gender: 'female' }, {}],
  [{ age: '18' }, {}],
  [{ age: '120' }, {}],
  [{ age: 34 }, { age: '34' }],
])('[VAL-6][VAL-8][VAL-9] a profile with %j is stored', async (change, stored) => {
  server.time.wall += 1;
  const answer = await resident.call('editDetails', { ...profile, ...change });
  expect(answer).toMatchObject({ status: 200 });
  const details = { ...profile, ...change, ...stored };
  expect((await resident.read('getDetails')).resp).toMatchObject(details);
});
