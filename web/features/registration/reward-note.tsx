import { fill } from '@inaam/campaigns/public/fill.ts';
import { useApp } from '../../app/use-app.ts';
import { Unbroken } from '../../ui/unbroken.tsx';
import { readReward } from '../../session/storage/stored-reward.ts';

/** Says that the registered number already has its reward, in case Back or a lost page hid it. */
export function RewardNote() {
  const { campaign, local } = useApp();
  const reward = readReward(local);
  if (reward === undefined) return null;
  return (
    <p className="reward-there">
      <Unbroken text={fill(campaign.words.reward.alreadyThere, reward)} />
    </p>
  );
}
