import { rewardParts } from '@inaam/plugins/reward.ts';
import { lazy } from 'react';
import { importChunk } from '../api/import-chunk.ts';
import { useApp } from '../app/use-app.ts';
import { RewardTicket } from '../features/reward-ticket/reward-ticket.tsx';

const parts = Object.entries(rewardParts).map(([name, load]) => ({
  name,
  Part: lazy(async () => ({ default: (await importChunk(load)).Part })),
}));

export function RewardScreen() {
  const { campaign } = useApp();
  return <RewardTicket parts={parts.filter(({ name }) => name in campaign)} />;
}
