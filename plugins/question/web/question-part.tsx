// The invitation on the reward's screen, the question in a dialog, and what came of it.
import { fill } from '@inaam/campaigns/public/fill.ts';
import { formatRupees } from '@inaam/campaigns/public/format.ts';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useStore } from 'zustand/react';
import type { RewardPart } from '@inaam/web/app/reward/reward-part.ts';
import { useApp } from '@inaam/web/app/use-app.ts';
import { attempt } from '@inaam/web/optional.ts';
import { Button } from '@inaam/web/ui/button.tsx';
import { NoBreak } from '@inaam/web/ui/no-break.tsx';
import { QuestionDialog } from './question-dialog.tsx';
import { useQuestion } from './use-question.ts';
import sheet from './question.css?url';

const rupeesIn = (language: string, amount: number) =>
  attempt(() => formatRupees(amount, language), `₹${amount}`);

export const Part: RewardPart = ({ amount, onBonus }) => {
  const { campaign, overlay } = useApp();
  const words = campaign.words.question;
  const asked = useQuestion();
  const { question } = asked;
  const isShown = useStore(overlay, ({ open }) => open === 'rewardPart');
  const bonus = question?.bonus ?? 0;
  const isRight = question?.isRight ?? null;
  const rupees = (of: number) => rupeesIn(campaign.language, of);
  const total = amount + bonus;

  // It is added to the ticket once the dialog is closed, where everybody sees it grow.
  const wasShown = useRef(false);
  const addBonus = useEffectEvent((language: string) => {
    const isNew = wasShown.current;
    wasShown.current = false;
    const rupees = (of: number) => rupeesIn(language, of);
    onBonus({ amount: bonus, total, written: rupees(total), added: `+${rupees(bonus)}`, isNew });
  });
  useEffect(() => {
    if (isShown) wasShown.current = true;
    else if (isRight === true) addBonus(campaign.language);
  }, [isShown, isRight, campaign.language]);

  const values = { amount, bonus };
  if (words === undefined) return null;
  return (
    <>
      <link rel="stylesheet" href={sheet} precedence="feature" />
      <div
        aria-live="polite"
        className={question && isRight === null ? 'question-bar' : 'question-note'}
      >
        {question && isRight === null && (
          <>
            <p>
              <NoBreak text={fill(words.invite, values)} />
            </p>
            <Button onClick={() => overlay.setState({ open: 'rewardPart' })}>{words.start}</Button>
          </>
        )}
        {question && isRight !== null && !isShown && (
          <p>
            <strong>{fill(isRight ? words.right : words.wrong, values)}</strong>{' '}
            {isRight ? words.second : question.explanation}
          </p>
        )}
      </div>
      {question && isRight === null && <div className="question-room" />}
      {question && isShown && (
        <QuestionDialog
          {...asked}
          question={question}
          words={words}
          written={{ amount: rupees(amount), total: rupees(total) }}
          values={values}
        />
      )}
    </>
  );
};
