import { lazy } from 'react';
import { importChunk } from '../api/import-chunk.ts';
import { useApp } from '../app/use-app.ts';
import { RewardTicket } from '../features/reward-ticket/reward-ticket.tsx';

const importQuestion = () => import('../features/question/question-part.tsx');
const Question = lazy(async () => ({ default: (await importChunk(importQuestion)).QuestionPart }));

function OwnTicket() {
  const { campaign } = useApp();
  return <RewardTicket Question={campaign.question && Question} />;
}

export function CongratsScreen() {
  return <OwnTicket />;
}

export function RewardThreeScreen() {
  return <OwnTicket />;
}

export function RewardFiveScreen() {
  return <OwnTicket />;
}
