import { normalizeName } from '@inaam/contract/fields.ts';
import type { Registration } from '../../api/calls.ts';
import type { AppContext } from '../../app/app-context.ts';
import { storeRegistration } from '../../session/stored-registration.ts';
import { refusedRegistration, type RegistrationErrors } from './registration-errors.ts';

/** @returns what the server refused, or nothing once a code was sent. Never rejects. */
export async function register(
  { calls, session, local, entry, track, report, now }: AppContext,
  values: Registration,
): Promise<RegistrationErrors | undefined> {
  try {
    const registration = { ...values, name: normalizeName(values.name) };
    const { resendAfterSeconds } = await calls.register(registration);
    const { name, mobile } = registration;
    storeRegistration(local, registration);
    session.setState(({ user }) => ({ user: { ...user, name, mobile } }));
    entry.store.setState({ pending: { resendAt: now() + resendAfterSeconds * 1000 } });
    track('get_otp');
    return undefined;
  } catch (error) {
    report(error);
    return refusedRegistration(error);
  }
}
