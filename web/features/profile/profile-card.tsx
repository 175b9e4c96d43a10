import { paths } from '../../session/navigation/paths.ts';
import { Character } from '../../ui/character/character.tsx';
import { Button } from '../../ui/button.tsx';
import { OpenButton } from '../../app/layout/layout.tsx';
import { useApp, useSession } from '../../app/use-app.ts';
import { useVoucher, type Vouchers } from '../../app/reward/use-voucher.ts';
import { voucherFacts } from '../../app/reward/voucher-sentence.ts';
import { OwnVoucher, VoucherText } from '../../app/reward/voucher-text.tsx';
import { fill } from '@inaam/campaigns/public/fill.ts';
import { goBack, logOut, profileOrigin } from './profile-actions.ts';
import './profile-card.css';

export function ProfileCard() {
  const app = useApp();
  const { campaign, person, go } = app;
  const { profile, editProfile } = campaign.words;
  const { name, mobile } = person.read();
  const amount = useSession(({ accessToken, rewardAmount }) => accessToken && rewardAmount);
  const from = profileOrigin(app);

  return (
    <section className="profile card">
      <h1>{profile.title}</h1>
      {typeof amount === 'number' && <OwnReward amount={amount} />}
      <dl>
        <dt>{profile.name}</dt>
        <dd>{name?.trim() || profile.notGiven}</dd>
        <dt>{profile.mobile}</dt>
        <dd>{mobile?.trim() || profile.notGiven}</dd>
      </dl>
      <div className="profile-actions">
        {from !== paths.home && (
          <Button onClick={() => go(paths.editProfile, from)}>{editProfile.title}</Button>
        )}
        <OpenButton variant="secondary" open="terms" />
        <OpenButton variant="secondary" open="contact" />
        <OpenButton variant="secondary" open="yourData" />
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

function OwnReward({ amount }: { amount: number }) {
  const { amounts, words } = useApp().campaign;
  const { profile, reward } = words;
  const vouchers = useVoucher();
  const { bonus, others = [], ...voucher }: Vouchers = vouchers ?? {};
  const { steps, mood, isValid } = voucherFacts[voucher.state ?? 'owed'];
  const { verified, confirmed, sent, delivered } = profile.steps;
  const way = [verified, confirmed, ...(isValid ? [sent, delivered, reward.validity] : [])];
  return (
    <section className="profile-reward">
      <h2>{profile.reward}</h2>
      <p className="profile-amount">{amounts[amount]}</p>
      <Character mood={mood} />
      <OwnVoucher amount={amount} vouchers={vouchers}>
        {/* Until the answer arrives, show the promise, so that the buttons do not move. */}
        <p className="profile-voucher" aria-live="polite">
          <VoucherText {...voucher} />
        </p>
        <ol>
          {way.map((step, at) => (
            <li
              key={step}
              className={at < steps ? 'done' : ''}
              aria-current={at === steps - 1 && 'step'}
            >
              {step}
            </li>
          ))}
        </ol>
      </OwnVoucher>
      {words.bonus !== undefined && bonus !== undefined && (
        <p>
          <strong>{fill(words.bonus.line, { bonus: bonus.amount })}</strong>{' '}
          <VoucherText {...bonus} />
        </p>
      )}
      {others.map((other, at) => (
        <p key={at}>
          <strong>{amounts[other.amount]}</strong> <VoucherText {...other} />
        </p>
      ))}
    </section>
  );
}
