// Opens a server page in a new tab, so that session and Back are not affected.
import { useWords } from '../../app/use-app.ts';

export function FairDrawLink() {
  const { fairDraw } = useWords();
  return (
    <a className="document-more" href="/draw/" target="_blank" rel="noopener">
      {fairDraw.title}
    </a>
  );
}
