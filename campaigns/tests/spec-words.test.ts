// The words against the spec. A title has a requirement's id only if words alone fulfil it; e2e
// tests check where a sentence appears.
import { isMessageId } from '@inaam/contract/message-ids.ts';
import { expect, test } from 'vitest';
import { loadCampaign } from '../loader/load-campaign.ts';

const campaign = await loadCampaign('biscuit-2025');
const words = campaign.words('en');
const { home, otp, editProfile, errors, loader } = words;

test.each([
  ['spec 5, registration: name required', home.errors.nameRequired, '*Please enter your name'],
  [
    'spec 5, registration: name length',
    home.errors.nameTooShort,
    '*Name must be at least 3 characters long',
  ],
  ['spec 5, registration: state, sic', home.errors.stateRequired, '*Please select a City'],
  [
    'spec 5, registration: mobile required',
    home.errors.mobileRequired,
    '*Please enter a 10-digit number',
  ],
  [
    'spec 5, registration: mobile',
    home.errors.mobileInvalid,
    '*Please enter a valid 10-digit number',
  ],
  ['spec 5, registration: age', home.errors.ageConsent, '*Please agree to the age consent'],
  [
    'spec 5, registration: terms',
    home.errors.termsConsent,
    '*Please agree to the Terms & Conditions',
  ],
  ['spec 5, OTP: code required', otp.errors.required, 'Please enter a valid otp'],
  ['spec 5, OTP: six digits', otp.errors.notSixDigits, 'Please enter a valid otp'],
  ['spec 5, profile edit: profile name', editProfile.errors.nameInvalid, 'Enter valid name'],
  [
    'spec 5, profile edit: profile state',
    editProfile.errors.stateRequired,
    '*Please select a State',
  ],
  ['spec 5, profile edit: profile city', editProfile.errors.cityRequired, '*Please select a City'],
  ['spec 5, profile edit: email', editProfile.errors.emailInvalid, '*Enter valid email id'],
  [
    'spec 5, profile edit: email refused',
    editProfile.errors.emailRefused,
    'Please enter a valid email id',
  ],
  ['spec 5, profile edit: gender', editProfile.errors.genderRequired, 'Please select gender'],
  ['spec 5, profile edit: age required', editProfile.errors.ageRequired, 'Enter age'],
  ['spec 5, profile edit: age', editProfile.errors.ageInvalid, 'Enter valid age'],
  ['spec 3, gender: others', editProfile.genders.others, 'Prefer not to say'],
  ['spec 8, shared: network', errors.network, 'Please check your network and try again'],
  ['spec 8, shared: offline', errors.offline, 'You are offline'],
  ['spec 8, shared: 401', errors.sessionExpired, 'Your session has been expired'],
  [
    'spec 8, shared: 401 of the server',
    words.messages.sessionExpired,
    'Your session has been expired',
  ],
  ['spec 8, shared: others', errors.generic, 'Something went wrong, try again after some time'],
  ['spec 8, registration: mobile', home.errors.mobileRefused, 'Invalid mobile number'],
  ['spec 8, registration: name', home.errors.nameRefused, 'Invalid name'],
  ['spec 8, OTP: wrong code', otp.errors.wrong, 'Please enter a valid OTP'],
  ['spec 8, OTP: expired code', otp.errors.expired, 'OTP expired'],
  ['spec 8, OTP: invalid data', otp.errors.invalidData, 'Please try again'],
  ['spec 8, profile edit: name', editProfile.errors.nameRefused, 'Invalid Name'],
  ['spec 8, profile edit: other', editProfile.errors.other, 'Something went wrong'],
  ['spec 8, shared: no keys', errors.sessionNotFound, 'Session not found! Please refresh'],
  ['spec 2, router: unhandled', errors.unexpected, 'Unexpected Application Error!'],
  [
    'spec 2, not allowed: no QR',
    words.notAllowed.message,
    'Please scan the QR Code to Participate',
  ],
  [
    'spec 2, privacy notice: statement',
    words.privacy.statement,
    'I confirm that I am above legal drinking age in my region.',
  ],
  [
    'spec 2, privacy notice: refused',
    words.privacy.refused,
    'Thank you! As per our campaign Terms and Conditions, you are not allowed to participate.',
  ],
  ['spec 2, loader: session start', loader.startingSession, 'Starting session...'],
  ['spec 2, loader: default', loader.loading, 'Loading...'],
  ['spec 2, loader: verify', loader.verifyingOtp, 'Verifying OTP...'],
  ['spec 2, loader: resend', loader.resendingOtp, 'Resending OTP...'],
  ['spec 2, loader: states', loader.gettingStates, 'Getting State list'],
  ['spec 2, loader: save', loader.savingDetails, 'Saving details...'],
  ['spec 2, loader: fetch', loader.fetchingDetails, 'Fetching details...'],
])('%s is the sentence of the spec', (_, sentence, spec) => {
  expect(sentence).toBe(spec);
});

test('the controls have the names of the spec and of the design', () => {
  expect([home.name, home.mobile, home.state, home.getOtp]).toEqual([
    'Name',
    'Mobile Number',
    'State',
    'Get OTP',
  ]);
  expect([otp.label, otp.verify, otp.resend]).toEqual(['OTP', 'Verify', 'Resend OTP']);
  expect([editProfile.save, words.menu.open, words.menu.close, words.wheel.play]).toEqual([
    'Save',
    'Menu',
    'Close',
    'PLAY',
  ]);
  const { privacy, profile } = words;
  expect([privacy.submit, privacy.yes, privacy.no, profile.back, profile.logout]).toEqual([
    'Submit',
    'Yes',
    'No',
    'Back',
    'Logout',
  ]);
  expect([editProfile.title, words.terms.title, words.contact.title]).toEqual([
    'Edit Profile',
    'Terms & Conditions',
    'Contact Us',
  ]);
});

test('Consent Notice and How To Participate have those titles', () => {
  expect(words.consentNotice.title).toBe('Consent Notice');
  expect(words.howTo.title).toBe('How To Participate');
});

test('[MOD-1] the terms cover every heading that the spec lists', () => {
  const text = words.terms.sections
    .flatMap(({ heading, paragraphs }) => [heading, ...paragraphs])
    .join('\n');
  for (const part of [
    'Overview',
    'residents of India aged 18 or over',
    'from 6 May 2025 to 15 September 2025',
    'How to participate',
    'Rs.10 promotional pack',
    'up to Rs. 10',
    'within 1 year',
    'Each mobile number can claim one reward',
    'Privacy',
    'General terms',
    'Tamil Nadu Prize Schemes (Prohibition) Act, 1979',
    'support@inaam.example',
  ]) {
    expect(text).toContain(part);
  }
});

test('the reward screens say 10 days by SMS and valid for 1 year', () => {
  expect(words.reward.voucher).toMatch(/SMS within 10 days/);
  expect(words.reward.validity).toMatch(/valid for 1 year/);
});

test('after a claim the message says that the voucher is on its way by SMS', () => {
  expect(words.messages.participationLimit).toMatch(/voucher is on its way to that phone by SMS/);
});

test('spec 5, profile edit: the refusal of an age mentions 18', () => {
  expect(words.messages.invalidAge).toMatch(/18/);
});

test('before the start and after the end there are different sentences, with the dates', () => {
  expect(words.closed.notStarted).not.toBe(words.closed.ended);
  for (const sentence of [words.messages.notStarted, words.messages.ended]) {
    expect(sentence).toMatch(/6 May 2025.*15 September 2025/);
  }
});

test('the consent notice is separate and names data, withdrawal and the Board', () => {
  const text = JSON.stringify(words.consentNotice);
  expect(text).toContain('How to withdraw your consent');
  expect(text).toContain('Data Protection Board of India');
  for (const datum of ['name', 'mobile number', 'state', 'City', 'gender', 'age', 'email']) {
    expect(text).toContain(datum);
  }
});

test('a page has of the server’s sentences only those of the protocol’s message ids', () => {
  const { words: shown } = campaign.publicCampaign('hi');
  expect(Object.keys(shown.messages).filter((name) => !isMessageId(name))).toEqual([]);
  expect(shown.messages.participationLimit).toBe(campaign.words('hi').messages.participationLimit);
  expect(Object.keys(shown)).not.toContain('demo');
});

test('no placeholder of the campaign is left for the screens', () => {
  expect(JSON.stringify(campaign.publicCampaign('en'))).not.toMatch(
    /\{(?:campaign|from|to|packPrice|highest|email|phone)\}/,
  );
});
