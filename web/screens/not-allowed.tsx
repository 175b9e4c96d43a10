// Also replaces every other screen while there is no valid session.
import { Layout } from '../app/layout/layout.tsx';
import { Illustration } from '../ui/illustration.tsx';
import { useWords } from '../app/use-app.ts';
import './message.css';

export function NotAllowedScreen() {
  const { notAllowed } = useWords();
  return (
    <Layout>
      <section className="message">
        <Illustration name="scan" mood="waiting" />
        <h1>{notAllowed.message}</h1>
        <p>{notAllowed.hint}</p>
      </section>
    </Layout>
  );
}
