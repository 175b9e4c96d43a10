import { useApp, useWords } from '../../app/use-app.ts';
import { Button } from '../../ui/button.tsx';
import { Unbroken } from '../../ui/unbroken.tsx';

export function AgreeText() {
  const { overlay } = useApp();
  const { home, terms } = useWords();
  const [before = '', after = ''] = home.agree.split('{terms}');
  const rest = after.replace(/^\S+/u, '');
  const punctuation = after.slice(0, after.length - rest.length);
  return (
    <>
      <Unbroken text={before} />
      <Button
        variant="link"
        className="agree-link"
        onClick={(event) => {
          // Otherwise the label around it would tick the box.
          event.preventDefault();
          overlay.setState({ open: 'terms' });
        }}
      >
        <u>{terms.title}</u>
        {/* Beside a button, a line may be broken before a full stop; within, it may not. */}
        <span aria-hidden="true">{punctuation}</span>
      </Button>
      <Unbroken text={rest} />
    </>
  );
}
