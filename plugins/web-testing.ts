// What plugins add to tests of the shoppers' page.
import type { AppContext } from '@inaam/web/app/app-context.ts';
import { openQuestion } from './question/web/open-question.ts';

type Opened = {
  store: { getState(): { question: { isRight: boolean | null } | null | undefined } };
  ask(language: string): Promise<void>;
  choose(option: number): void;
  send(): Promise<void>;
};

export const questionTesting: readonly ((app: AppContext) => Opened)[] = [openQuestion];
