import { fill } from '@inaam/campaigns/public/fill.ts';
import { useApp, useEntry } from '../../app/use-app.ts';
import { Button } from '../../ui/button.tsx';
import { Unbroken } from '../../ui/unbroken.tsx';
import { SentText } from '../../forms/sent-text.tsx';
import { ownRegistration } from '../../session/own-registration.ts';
import { readReward } from '../../session/storage/stored-reward.ts';

/** What the registered number has already, in case Back or a lost page hid it. */
export function RegistrationNotes() {
  const { campaign, entry, local, session } = useApp();
  const { otp, reward } = campaign.words;
  const pending = useEntry((state) => state.pending);
  const { mobile } = ownRegistration(session, local);
  const granted = readReward(local);
  return (
    <>
      {granted && (
        <p className="form-note">
          <Unbroken text={fill(reward.alreadyThere, granted)} />
        </p>
      )}
      {pending && mobile !== null && (
        <p className="form-note">
          <SentText mobile={mobile} isElsewhere={pending.isElsewhere} />{' '}
          <Button
            variant="link"
            onClick={() => entry.store.setState({ pending: { ...pending, isAside: false } })}
          >
            {otp.title}
          </Button>
        </p>
      )}
    </>
  );
}
