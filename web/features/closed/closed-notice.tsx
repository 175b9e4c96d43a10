import type { ReactNode } from 'react';
import { Illustration } from '../../ui/illustration.tsx';
import { Button } from '../../ui/button.tsx';
import { useApp, useEntry, useWords } from '../../app/use-app.ts';
import './closed-notice.css';

export function ClosedNotice({ children }: { children: ReactNode }) {
  const { overlay } = useApp();
  const { closed, contact, yourData } = useWords();
  const programme = useEntry((entry) => entry.programme);
  const [title, text] =
    programme === 'notStarted'
      ? [closed.notStartedTitle, closed.notStarted]
      : programme === 'paused'
        ? [closed.pausedTitle, closed.paused]
        : [closed.endedTitle, closed.ended];
  return (
    <div className="closed">
      <section className="closed-reason">
        <Illustration of="closed" />
        <h1>{title}</h1>
        <p>{text}</p>
      </section>
      <section className="closed-help card">
        {programme !== 'notStarted' && <p>{closed.endedVoucher}</p>}
        <h2>{contact.title}</h2>
        <p>{contact.intro}</p>
        {children}
        <Button variant="link" onClick={() => overlay.setState({ open: 'yourData' })}>
          {yourData.title}
        </Button>
      </section>
    </div>
  );
}
