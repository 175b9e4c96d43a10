import type { ReactNode } from 'react';
import { Illustration } from '../../ui/illustration.tsx';
import { Button } from '../../ui/button.tsx';
import { useApp, useEntry, useWords } from '../../app/use-app.ts';
import './closed-notice.css';

export function ClosedNotice({ children }: { children: ReactNode }) {
  const { overlay } = useApp();
  const { closed, contact, yourData } = useWords();
  const isEarly = useEntry(({ programme }) => programme === 'notStarted');
  return (
    <div className="closed">
      <section className="closed-reason">
        <Illustration of="closed" />
        <h1>{isEarly ? closed.notStartedTitle : closed.endedTitle}</h1>
        <p>{isEarly ? closed.notStarted : closed.ended}</p>
      </section>
      <section className="closed-help card">
        {!isEarly && <p>{closed.endedVoucher}</p>}
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
