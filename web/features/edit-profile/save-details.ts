import { normalizeName } from '@inaam/contract/fields.ts';
import type { Details } from '../../api/calls.ts';
import type { AppContext } from '../../app/app-context.ts';
import { pathOf, paths } from '../../session/navigation/paths.ts';
import { storeRegistration } from '../../session/storage/stored-registration.ts';
import { refusedDetails, type DetailsErrors } from './details-errors.ts';

/** @returns what the server refused; undefined once saved. Never rejects. */
export async function saveDetails(
  app: AppContext,
  details: Details,
): Promise<DetailsErrors | undefined> {
  const { calls, session, notices, local, report } = app;
  try {
    const name = normalizeName(details.name);
    await calls.saveDetails({ ...details, name });
    storeRegistration(local, { name });
    const { email } = details;
    session.setState(({ user }) => ({ user: { ...user, name, email } }));
    notices.toast('editProfile.saved');
    backToProfile(app);
    return undefined;
  } catch (error) {
    report(error);
    return refusedDetails(error);
  }
}

export function backToProfile({ drafts, go, origin }: AppContext): void {
  drafts.drop('details');
  go(paths.profile, pathOf(origin() ?? ''));
}
