// Sends a registration that the form found good, and remembers it when a code is on its way (Requirements HOM-4,
// SES-1, SES-3). Checks nothing itself and draws nothing.
import type { HomeWords } from '@inaam/campaigns/public/words.ts';
import { normalizeName } from '@inaam/contract/fields.ts';
import type { Registration } from '../../api/calls.ts';
import type { AppContext } from '../../app/create-app.ts';
import { rememberPerson } from '../../session/remembered-person.ts';
import { faultsOfRefusal, type RegistrationFaults } from './registration-faults.ts';

/** @returns what is wrong with it; nothing once a code is on its way. Never rejects. */
export async function register(
  { calls, session, local, entry, track, report, now }: AppContext,
  form: Registration,
  words: HomeWords['errors'],
): Promise<RegistrationFaults | undefined> {
  try {
    const person = { ...form, name: normalizeName(form.name) };
    const { resendAfterSeconds } = await calls.register(person);
    const { name, mobile } = person;
    rememberPerson(local, person);
    session.setState(({ user }) => ({ user: { ...user, name, mobile } }));
    entry.store.setState({ pending: { resendAt: now() + resendAfterSeconds * 1000 } });
    track('get_otp');
    return undefined;
  } catch (error) {
    report(error);
    return faultsOfRefusal(error, words);
  }
}
