import type { ReactNode } from 'react';
import { Illustration } from '../../ui/illustration.tsx';
import { NoBreak } from '../../ui/no-break.tsx';
import { OpenButton } from '../../app/layout/layout.tsx';
import { closedTitle } from '../../app/layout/page-title.ts';
import { useApp, useEntry } from '../../app/use-app.ts';
import '../../ui/message.css';
import './closed-notice.css';

export function ClosedNotice({ children }: { children: ReactNode }) {
  const { campaign } = useApp();
  const { words } = campaign;
  const { closed, contact } = words;
  const programme = useEntry((entry) => entry.programme);
  const text =
    programme === 'notStarted'
      ? closed.notStarted
      : programme === 'paused'
        ? closed.paused
        : closed.ended;
  return (
    <div className="closed">
      <section className="message">
        <Illustration name={programme === 'notStarted' ? 'hero' : 'closed'} campaign={campaign} />
        <h1>{closedTitle(words, programme)}</h1>
        <p>
          <NoBreak text={text} />
        </p>
      </section>
      <section className="closed-help card">
        {programme !== 'notStarted' && (
          <p>
            <NoBreak text={closed.endedVoucher} />
          </p>
        )}
        <h2>{contact.title}</h2>
        <p>{contact.intro}</p>
        {children}
        <OpenButton variant="link" open="yourData" />
      </section>
    </div>
  );
}
