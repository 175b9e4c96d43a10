// NOTALLOWED, also in place of every other screen while there is no valid session.
import { Frame } from '../frame.tsx';
import { Scene } from '../ui/scene.tsx';
import { useWords } from '../use-app.ts';
import './message.css';

export function NotAllowedScreen() {
  const { notAllowed } = useWords();
  return (
    <Frame>
      <section className="message">
        <Scene of="scan" />
        <h1>{notAllowed.message}</h1>
        <p>{notAllowed.hint}</p>
      </section>
    </Frame>
  );
}
