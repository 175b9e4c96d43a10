import { useApp, useWords } from '../../app/use-app.ts';
import { Button } from '../../ui/button.tsx';
import { Unbroken } from '../../ui/unbroken.tsx';

export function AgreeText() {
  const { overlay } = useApp();
  const { home, terms } = useWords();
  const [before = '', after = ''] = home.agree.split('{terms}');
  return (
    <>
      <Unbroken text={before} />
      <Button
        variant="link"
        onClick={(event) => {
          // Otherwise the label around it would tick the box.
          event.preventDefault();
          overlay.setState({ open: 'terms' });
        }}
      >
        {terms.title}
      </Button>
      <Unbroken text={after} />
    </>
  );
}
