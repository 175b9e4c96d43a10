// A text of several sections over the page: the terms, the consent notice, how to participate.
import type { ReactNode } from 'react';
import type { DocumentWords } from '@inaam/campaigns/public/words.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogHeader } from '../../ui/dialog-header.tsx';
import './document-dialog.css';

type DocumentDialogProps = {
  text: DocumentWords;
  close: string;
  onClose: () => void;
  /** What stands at the end of the text. */
  children?: ReactNode;
};

export function DocumentDialog({ text, close, onClose, children }: DocumentDialogProps) {
  return (
    <Dialog label={text.title} onClose={onClose}>
      <DialogHeader title={text.title} close={close} onClose={onClose} />
      <div className="document">
        {text.sections.map(({ heading, paragraphs }) => (
          <section key={heading}>
            <h3>{heading}</h3>
            {paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </section>
        ))}
        {children}
      </div>
    </Dialog>
  );
}
