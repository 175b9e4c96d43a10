// The privacy notice over HOME (Spec 2, Modals; Requirements HOM-5, HOM-6): two boxes of which one excludes the
// other, a Submit that only Yes opens, and no way past it. Knows nothing of registration.
import { useState, type SubmitEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { CheckBox } from '../../ui/field.tsx';
import { useApp, useWords } from '../../use-app.ts';
import { agree, decline } from './answer-notice.ts';
import './privacy-notice.css';

export function PrivacyNotice() {
  const app = useApp();
  const { privacy, consentNotice } = useWords();
  const [answer, setAnswer] = useState<'yes' | 'no' | null>(null);

  const tickNo = (isTicked: boolean) => {
    setAnswer(isTicked ? 'no' : null);
    // The loader lies over the boxes until this is through, so that a Yes can't overtake it.
    if (isTicked) void decline(app);
  };

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (answer === 'yes') void agree(app);
  };

  return (
    <Dialog label={privacy.title}>
      <form className="privacy-notice" onSubmit={submit} noValidate>
        <h2>{privacy.title}</h2>
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
          <Button look="link" onClick={() => app.overlay.setState({ open: 'consentNotice' })}>
            {consentNotice.title}
          </Button>
        </p>
      </form>
    </Dialog>
  );
}
