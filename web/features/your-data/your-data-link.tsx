import { Button } from '../../ui/button.tsx';
import { useApp, useWords } from '../../app/use-app.ts';

export function YourDataLink() {
  const { overlay } = useApp();
  const { yourData } = useWords();
  return (
    <Button
      variant="link"
      className="document-more"
      onClick={() => overlay.setState({ open: 'yourData' })}
    >
      {yourData.title}
    </Button>
  );
}
