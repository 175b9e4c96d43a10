// The privacy notice over HOME (Spec 2, Modals; Requirements HOM-5, HOM-6): two boxes of which one excludes the
// other, a Submit that only Yes opens, and no way past it. Knows nothing of registration.
import { useLayoutEffect, useRef, useState, type SubmitEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { CheckBox } from '../../ui/field.tsx';
import { LanguageChoice } from '../../app/language-choice.tsx';
import { useApp, useWords } from '../../app/use-app.ts';
import { agree, decline } from './answer-notice.ts';
import './privacy-notice.css';

export function PrivacyNotice() {
  const app = useApp();
  const { privacy, consentNotice } = useWords();
  const [answer, setAnswer] = useState<'yes' | 'no' | null>(null);
  // Known at once, where the loader lies over it only after the next render: two taps may come in between.
  const isSent = useRef(false);
  const form = useRef<HTMLFormElement>(null);
  // To the first answer: the switch of the language, which the browser would take, is beside the point for most.
  useLayoutEffect(() => form.current?.querySelector('input')?.focus(), []);

  const tickNo = (isTicked: boolean) => {
    setAnswer(isTicked ? 'no' : null);
    // The loader lies over the boxes until this is through, so that a Yes can't overtake it.
    if (isTicked) void decline(app);
  };

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (answer !== 'yes' || isSent.current) return;
    isSent.current = true;
    // Never rejects: what goes wrong is told.
    void agree(app).then(() => (isSent.current = false));
  };

  return (
    <Dialog label={privacy.title}>
      <form ref={form} className="privacy-notice" onSubmit={submit} noValidate>
        <div className="privacy-head">
          <h2>{privacy.title}</h2>
          <LanguageChoice />
        </div>
        <p className="privacy-statement">{privacy.statement}</p>
        <div className="privacy-answers">
          <CheckBox
            name="yes"
            isChecked={answer === 'yes'}
            onCheck={(isTicked) => setAnswer(isTicked ? 'yes' : null)}
          >
            {privacy.yes}
          </CheckBox>
          <CheckBox name="no" isChecked={answer === 'no'} onCheck={tickNo}>
            {privacy.no}
          </CheckBox>
        </div>
        <output className="privacy-refused">{answer === 'no' && privacy.refused}</output>
        <Button type="submit" disabled={answer !== 'yes'}>
          {privacy.submit}
        </Button>
        <p className="privacy-more">
          {privacy.readMore}{' '}
          <Button variant="link" onClick={() => app.overlay.setState({ open: 'consentNotice' })}>
            {consentNotice.title}
          </Button>
        </p>
      </form>
    </Dialog>
  );
}
