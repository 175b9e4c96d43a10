// Also replaces every other screen while there is no valid session.
import { Layout } from '../app/layout/layout.tsx';
import { Illustration } from '../ui/illustration.tsx';
import { useApp } from '../app/use-app.ts';
import '../ui/message.css';

export function NotAllowedScreen() {
  const { campaign } = useApp();
  const { notAllowed } = campaign.words;
  return (
    <Layout>
      <section className="message">
        <Illustration name="scan" campaign={campaign} />
        <h1>{notAllowed.message}</h1>
        <p>{notAllowed.hint}</p>
      </section>
    </Layout>
  );
}
