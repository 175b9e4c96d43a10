// The text of the consent box, with the terms as a link in the middle of the sentence.
import { Button } from '../../ui/button.tsx';
import { useApp, useWords } from '../../app/use-app.ts';

export function AgreeText() {
  const { overlay } = useApp();
  const { home, terms } = useWords();
  const [before = '', after = ''] = home.agree.split('{terms}');
  return (
    <>
      {before}
      <Button
        variant="link"
        onClick={(event) => {
          // The link reads the terms; it does not tick the box it stands in.
          event.preventDefault();
          overlay.setState({ open: 'terms' });
        }}
      >
        {terms.title}
      </Button>
      {after}
    </>
  );
}
