import { paths } from '../../session/navigation/paths.ts';
import { readRegistration } from '../../session/storage/stored-registration.ts';
import { Button } from '../../ui/button.tsx';
import { useApp, useSession } from '../../app/use-app.ts';
import { useVoucher } from '../../app/reward/use-voucher.ts';
import { goBack, logOut, profileOrigin } from './profile-actions.ts';
import './profile-card.css';

export function ProfileCard() {
  const app = useApp();
  const { campaign, local, session, overlay, go } = app;
  const { profile, reward, editProfile, terms, contact, yourData } = campaign.words;
  const stored = readRegistration(local);
  const { user } = session.getState();
  const voucher = useVoucher()?.state;
  const hasVoucher = useSession(
    ({ accessToken, rewardAmount }) => accessToken !== null && rewardAmount !== null,
  );
  const from = profileOrigin(app);

  const firstGiven = (...values: (string | null)[]) =>
    values.find((value) => value !== null && value.trim() !== '') ?? profile.notGiven;

  return (
    <section className="profile card">
      <h1>{profile.title}</h1>
      <dl>
        <dt>{profile.name}</dt>
        <dd>{firstGiven(stored.name, user.name)}</dd>
        <dt>{profile.mobile}</dt>
        <dd>{firstGiven(stored.mobile, user.mobile)}</dd>
        {hasVoucher && (
          <>
            <dt>{profile.voucher}</dt>
            {/* Until the answer arrives, show the promise, so that the buttons do not move. */}
            <dd className="profile-voucher">
              {voucher === undefined ? reward.voucher : reward.voucherStates[voucher]}
            </dd>
          </>
        )}
      </dl>
      <div className="profile-actions">
        {from !== paths.home && (
          <Button onClick={() => go(paths.editProfile, from)}>{editProfile.title}</Button>
        )}
        <Button variant="secondary" onClick={() => overlay.setState({ open: 'terms' })}>
          {terms.title}
        </Button>
        <Button variant="secondary" onClick={() => overlay.setState({ open: 'contact' })}>
          {contact.title}
        </Button>
        <Button variant="secondary" onClick={() => overlay.setState({ open: 'yourData' })}>
          {yourData.title}
        </Button>
        <Button variant="secondary" onClick={() => logOut(app)}>
          {profile.logout}
        </Button>
        <Button variant="quiet" onClick={() => goBack(app)}>
          {profile.back}
        </Button>
      </div>
    </section>
  );
}
