import { errorMessage } from '../../app/errors/error-handling.ts';
import { Layout } from '../../app/layout/layout.tsx';
import { useApp, useEntry, useMessageText, useOnReturn, useWords } from '../../app/use-app.ts';
import { Button } from '../../ui/button.tsx';
import { Illustration } from '../../ui/illustration.tsx';
import '../../ui/message.css';

export function FailedStart() {
  const { campaign, entry, network } = useApp();
  const { wheel } = useWords();
  const text = useMessageText();
  const error = useEntry((state) => state.error);
  const restart = () => {
    void entry.restart(); // Never rejects: a failed start is a phase.
  };
  useOnReturn(restart);
  return (
    <Layout>
      <section className="message" role="alert">
        <Illustration name="mishap" campaign={campaign} />
        <h1>{text(errorMessage(error, network.store.getState().isOnline))}</h1>
        <Button onClick={restart}>{wheel.tryAgain}</Button>
      </section>
    </Layout>
  );
}
