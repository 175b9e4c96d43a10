import type { ReactNode } from 'react';
import type { DocumentWords } from '@inaam/campaigns/public/words.ts';
import { Dialog, DialogHeader } from '../../ui/dialog.tsx';
import { NoBreak } from '../../ui/no-break.tsx';
import './document-dialog.css';
import { useWords } from '../../app/use-app.ts';

type DocumentDialogProps = {
  text: DocumentWords;
  closeLabel: string;
  onClose: () => void;
  children?: ReactNode;
};

export function DocumentDialog({ text, closeLabel, onClose, children }: DocumentDialogProps) {
  return (
    <Dialog label={text.title} onClose={onClose}>
      <DialogHeader title={text.title} closeLabel={closeLabel} onClose={onClose} />
      <div className="document">
        {text.sections.map(({ heading, paragraphs }) => (
          <section key={heading}>
            <h3>{heading}</h3>
            {paragraphs.map((paragraph) => (
              <p key={paragraph}>
                <NoBreak text={paragraph} />
              </p>
            ))}
          </section>
        ))}
        {children}
      </div>
    </Dialog>
  );
}

/** Opens a server page in a new tab, so that session and Back are not affected. */
export function FairDrawLink() {
  const { fairDraw } = useWords();
  return (
    <a className="document-more" href="/draw/" target="_blank" rel="noopener">
      {fairDraw.title}
    </a>
  );
}
