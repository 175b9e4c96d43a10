import { paths } from '../../session/navigation/paths.ts';
import { readRegistration } from '../../session/storage/stored-registration.ts';
import { Character } from '../../ui/character/character.tsx';
import { Button } from '../../ui/button.tsx';
import { useApp, useSession } from '../../app/use-app.ts';
import { useVoucher } from '../../app/reward/use-voucher.ts';
import { attempt } from '../../optional.ts';
import { NoBreak } from '../../ui/no-break.tsx';
import { fill } from '@inaam/campaigns/public/fill.ts';
import { formatDate } from '@inaam/campaigns/public/format-date.ts';
import { goBack, logOut, profileOrigin } from './profile-actions.ts';
import './profile-card.css';

export function ProfileCard() {
  const app = useApp();
  const { campaign, local, session, overlay, go } = app;
  const { profile, editProfile, terms, contact, yourData } = campaign.words;
  const stored = readRegistration(local);
  const { user } = session.getState();
  const amount = useSession(({ accessToken, rewardAmount }) => accessToken && rewardAmount);
  const from = profileOrigin(app);

  const firstGiven = (...values: (string | null)[]) =>
    values.find((value) => value !== null && value.trim() !== '') ?? profile.notGiven;

  return (
    <section className="profile card">
      <h1>{profile.title}</h1>
      {typeof amount === 'number' && <OwnReward amount={amount} />}
      <dl>
        <dt>{profile.name}</dt>
        <dd>{firstGiven(stored.name, user.name)}</dd>
        <dt>{profile.mobile}</dt>
        <dd>{firstGiven(stored.mobile, user.mobile)}</dd>
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

/** Where the SMS is: how many of the steps are done. */
const stepsDone = { owed: 2, sent: 3, delivered: 4, failed: 3, settled: 2, notSent: 2 } as const;

const moods = {
  owed: 'waiting',
  sent: 'waiting',
  delivered: 'cheer',
  failed: 'console',
  settled: 'waiting',
  notSent: 'console',
} as const;

function OwnReward({ amount }: { amount: number }) {
  const { amounts, language, words } = useApp().campaign;
  const { profile, question, reward } = words;
  const { state, by, bonus } = useVoucher() ?? {};
  const { verified, confirmed, sent, delivered } = profile.steps;
  const done = stepsDone[state ?? 'owed'];
  const isComing = (state === 'owed' || state === 'sent') && by !== undefined;
  return (
    <section className="profile-reward">
      <h2>{profile.reward}</h2>
      <p className="profile-amount">{amounts[amount]}</p>
      <Character mood={moods[state ?? 'owed']} />
      {/* Until the answer arrives, show the promise, so that the buttons do not move. */}
      <p className="profile-voucher" aria-live="polite">
        <span>{state === undefined ? reward.voucher : reward.voucherStates[state]}</span>
        {isComing && (
          <span>
            {' '}
            <NoBreak
              text={fill(reward.by, { date: attempt(() => formatDate(by, language), by) })}
            />
          </span>
        )}
      </p>
      <ol>
        {[verified, confirmed, sent, delivered, reward.validity].map((step, at) => (
          <li key={step} className={at < done ? 'done' : ''} aria-current={at === done && 'step'}>
            {step}
          </li>
        ))}
      </ol>
      {question !== undefined && bonus !== undefined && (
        <p>
          <strong>{fill(question.bonus, { bonus: bonus.amount })}</strong>{' '}
          {reward.voucherStates[bonus.state]}
        </p>
      )}
    </section>
  );
}
