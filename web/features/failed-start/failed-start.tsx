// What shows when no session could be started: why, and a button that tries again. Never a dead end.
import { Layout } from '../../app/layout.tsx';
import { sentenceOf } from '../../session/error-verdict.ts';
import { Button } from '../../ui/button.tsx';
import { Illustration } from '../../ui/illustration.tsx';
import { useApp, useEntry, useOnReturn, useWords } from '../../app/use-app.ts';
import './failed-start.css';

export function FailedStart() {
  const { entry, isOnline } = useApp();
  const { errors, wheel } = useWords();
  const fault = useEntry((entry) => entry.fault);
  const restart = () => {
    void entry.restart(); // Never rejects: a failed start is a phase of its own.
  };
  useOnReturn(restart);
  return (
    <Layout>
      <section className="failed-start" role="alert">
        <Illustration of="mishap" />
        <h1>{sentenceOf(fault, isOnline(), errors)}</h1>
        <Button onClick={restart}>{wheel.tryAgain}</Button>
      </section>
    </Layout>
  );
}
