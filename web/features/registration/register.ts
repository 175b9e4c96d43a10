import { normalizeName } from '@inaam/contract/fields.ts';
import { CallRefused } from '../../api/call-refused.ts';
import type { Registration } from '../../api/calls.ts';
import type { AppContext } from '../../app/app-context.ts';
import { forgetAgreement } from '../../session/storage/notice-answer.ts';
import { storeRegistration } from '../../session/storage/stored-registration.ts';
import { refusedRegistration, type RegistrationErrors } from './registration-errors.ts';

/** @returns what the server refused; undefined once a code was sent. Never rejects. */
export async function register(
  app: AppContext,
  values: Registration,
): Promise<RegistrationErrors | undefined> {
  const { calls, session, local, entry, track, report, now } = app;
  try {
    const registration = { ...values, name: normalizeName(values.name) };
    const { resendAfterSeconds, isElsewhere } = await calls.register(registration);
    const { name, mobile } = registration;
    storeRegistration(local, registration);
    session.setState(({ user }) => ({ user: { ...user, name, mobile } }));
    entry.store.setState({ pending: { resendAt: now() + resendAfterSeconds * 1000, isElsewhere } });
    track('get_otp');
    return undefined;
  } catch (error) {
    report(error);
    askAgainIfForgotten(app, error);
    return refusedRegistration(error);
  }
}

/**
 * Asks again if the server does not have the answer that this device remembers, for example after a
 * No on another device.
 */
function askAgainIfForgotten({ entry, local, session }: AppContext, error: unknown): void {
  const isRefused = error instanceof CallRefused && error.messageId === 'invalidData';
  if (!isRefused || !entry.store.getState().isConsentRemembered) return;
  forgetAgreement(local);
  entry.store.setState({ isConsentRemembered: false });
  session.setState({ isConsentGiven: false });
}
