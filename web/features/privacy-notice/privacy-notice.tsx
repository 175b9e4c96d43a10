import { useEffect, useEffectEvent } from 'react';
import { attempt } from '../../optional.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { CheckBox } from '../../ui/field.tsx';
import { NoBreak } from '../../ui/no-break.tsx';
import { LanguageChoice, OpenButton } from '../../app/layout/layout.tsx';
import { useApp, useWords } from '../../app/use-app.ts';
import { useForm } from '../../forms/use-form.ts';
import { agree, decline } from './answer-notice.ts';
import './privacy-notice.css';

export function PrivacyNotice() {
  const app = useApp();
  const { privacy } = useWords();
  const { values, change, isSending, submit } = useForm<{ answer: 'yes' | 'no' | null }>({
    initial: () => ({ answer: attempt(tickedBefore) ?? null }),
    validate: () => ({}),
    send: () => agree(app),
  });
  const { answer } = values;
  const declineBefore = useEffectEvent(() => {
    if (answer === 'no') void decline(app);
  });
  useEffect(() => declineBefore(), []);
  const tick = (ticked: 'yes' | 'no', isTicked: boolean) => {
    change('answer', { answer: isTicked ? ticked : null });
    // The loader covers the boxes meanwhile, so a Yes cannot arrive first.
    if (isTicked && ticked === 'no') void decline(app);
  };

  return (
    <Dialog label={privacy.title} variant="sheet">
      <form ref={focusFirstBox} className="privacy-notice" onSubmit={submit} noValidate>
        <div className="privacy-head">
          <h2>{privacy.title}</h2>
          <LanguageChoice />
        </div>
        <p className="privacy-statement">
          <NoBreak text={privacy.statement} />
        </p>
        <p className="privacy-reason">{privacy.statementReason}</p>
        <div className="privacy-answers">
          <CheckBox
            name="yes"
            isChecked={answer === 'yes'}
            onCheck={(isTicked) => tick('yes', isTicked)}
          >
            {privacy.yes}
          </CheckBox>
          <CheckBox
            name="no"
            isChecked={answer === 'no'}
            onCheck={(isTicked) => tick('no', isTicked)}
          >
            {privacy.no}
          </CheckBox>
        </div>
        <output className="privacy-refused">{answer === 'no' && privacy.refused}</output>
        <Button type="submit" isDisabled={answer !== 'yes' || isSending}>
          {privacy.submit}
        </Button>
        <p className="privacy-more">
          {privacy.readMore} <OpenButton variant="link" open="consentNotice" />
        </p>
      </form>
    </Dialog>
  );
}

/** In the first paint, which is still there. */
function tickedBefore(): 'yes' | 'no' | undefined {
  const ticked = document.querySelector('#first-paint dialog :checked');
  return ticked ? (ticked.matches('[name=yes]') ? 'yes' : 'no') : undefined;
}

/** Otherwise the dialog would focus the language switch. React does not render the attribute. */
function focusFirstBox(form: HTMLFormElement | null): void {
  form?.querySelector('input')?.setAttribute('autofocus', '');
}
