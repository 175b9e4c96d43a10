// Leads from the terms to the page on how the draw is fair, which is the server's and no screen of the app. It opens in a
// tab of its own: here the session, and what Back does to it, stay as they are.
import { useWords } from '../../app/use-app.ts';

export function FairDrawLink() {
  const { fairDraw } = useWords();
  return (
    <a className="document-more" href="/draw/" target="_blank" rel="noopener">
      {fairDraw.title}
    </a>
  );
}
