import { lazy } from 'react';
import { importChunk } from '../api/import-chunk.ts';
import { useApp } from '../app/use-app.ts';
import { RewardTicket } from '../features/reward-ticket/reward-ticket.tsx';

const importQuestion = () => import('../features/question/question-part.tsx');
const Question = lazy(async () => ({ default: (await importChunk(importQuestion)).QuestionPart }));

export function RewardScreen() {
  const { campaign } = useApp();
  return <RewardTicket Question={campaign.question && Question} />;
}
