// What is stored of the participant, and the ways on from there (Requirements PRF-1 to PRF-3, SES-3).
import { forgetPerson, readPerson } from '../../session/remembered-person.ts';
import { pathOf, paths, type Path } from '../../session/paths.ts';
import { Button } from '../../ui/button.tsx';
import { useApp } from '../../use-app.ts';
import './profile-card.css';

/** The pages that Back returns to; from anywhere else it leads HOME (Spec 2, PROFILE). */
const returnTo: readonly Path[] = [paths.rewardFive, paths.congrats, paths.spinWheel];

export function ProfileCard() {
  const { campaign, local, session, overlay, origin, go, leave } = useApp();
  const { profile, editProfile, terms, contact } = campaign.words;
  const stored = readPerson(local);
  const { user } = session.getState();
  const from = pathOf(origin() ?? paths.home) ?? paths.home;

  /** An empty value counts as none. */
  const shown = (...known: (string | null)[]) =>
    known.find((value) => value !== null && value.trim() !== '') ?? profile.notGiven;

  const logOut = () => {
    forgetPerson(local);
    leave();
  };

  return (
    <section className="profile card">
      <h1>{profile.title}</h1>
      <dl>
        <dt>{profile.name}</dt>
        <dd>{shown(stored.name, user.name)}</dd>
        <dt>{profile.mobile}</dt>
        <dd>{shown(stored.mobile, user.mobile)}</dd>
      </dl>
      <div className="profile-ways">
        {from !== paths.home && (
          <Button onClick={() => go(paths.editProfile, from)}>{editProfile.title}</Button>
        )}
        <Button look="secondary" onClick={() => overlay.setState({ open: 'terms' })}>
          {terms.title}
        </Button>
        <Button look="secondary" onClick={() => overlay.setState({ open: 'contact' })}>
          {contact.title}
        </Button>
        <Button look="secondary" onClick={logOut}>
          {profile.logout}
        </Button>
        <Button look="quiet" onClick={() => go(returnTo.includes(from) ? from : paths.home)}>
          {profile.back}
        </Button>
      </div>
    </section>
  );
}
