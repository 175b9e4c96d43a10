// A page of the server, opened in a new tab: the session and Back stay as they are.
import { useWords } from '../../app/use-app.ts';

export function FairDrawLink() {
  const { fairDraw } = useWords();
  return (
    <a className="document-more" href="/draw/" target="_blank" rel="noopener">
      {fairDraw.title}
    </a>
  );
}
