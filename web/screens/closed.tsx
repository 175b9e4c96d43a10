// The closed page, before the first day and after the last (Requirement ENT-7).
import { Frame } from '../frame.tsx';
import { useEntry, useWords } from '../use-app.ts';
import './message.css';

export function ClosedScreen() {
  const { closed } = useWords();
  const programme = useEntry((entry) => entry.programme);
  return (
    <Frame>
      {programme === 'notStarted' ? (
        <section className="message">
          <h1>{closed.notStartedTitle}</h1>
          <p>{closed.notStarted}</p>
        </section>
      ) : (
        <section className="message">
          <h1>{closed.endedTitle}</h1>
          <p>{closed.ended}</p>
          <p>{closed.endedVoucher}</p>
        </section>
      )}
    </Frame>
  );
}
