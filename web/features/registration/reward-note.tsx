import { fill } from '@inaam/campaigns/public/fill.ts';
import { useApp } from '../../app/use-app.ts';
import { Unbroken } from '../../ui/unbroken.tsx';
import { readReward } from '../../session/stored-reward.ts';

/** The registered number has its reward already, even if Back or a lost page kept it from view. */
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
