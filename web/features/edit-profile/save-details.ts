// Sends details that the form found good, and leads back to the profile (Requirements EDP-4, EDP-5, ERR-8). Checks
// nothing itself and draws nothing.
import type { EditProfileWords } from '@inaam/campaigns/public/words.ts';
import { normalizeName } from '@inaam/contract/fields.ts';
import type { Details } from '../../api/calls.ts';
import type { AppContext } from '../../app/create-app.ts';
import { pathOf, paths } from '../../session/paths.ts';
import { rememberPerson } from '../../session/remembered-person.ts';
import { faultsOfRefusal, type DetailsFaults } from './details-faults.ts';

/** @returns what is wrong with them; nothing once they are saved. Never rejects. */
export async function saveDetails(
  app: AppContext,
  details: Details,
  words: EditProfileWords,
): Promise<DetailsFaults | undefined> {
  const { calls, session, notices, local, report } = app;
  try {
    const name = normalizeName(details.name);
    await calls.saveDetails({ ...details, name });
    rememberPerson(local, { name });
    const { email } = details;
    session.setState(({ user }) => ({ user: { ...user, name, email } }));
    notices.toast(words.saved);
    backToProfile(app);
    return undefined;
  } catch (error) {
    report(error);
    return faultsOfRefusal(error, words.errors);
  }
}

/** To the profile, which is told again where it was opened from. What was typed and not saved is given up. */
export function backToProfile({ drafts, go, origin }: AppContext): void {
  drafts.drop('details');
  go(paths.profile, pathOf(origin() ?? ''));
}
