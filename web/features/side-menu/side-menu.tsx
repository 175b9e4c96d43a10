import { Button } from '../../ui/button.tsx';
import { Dialog, DialogHeader } from '../../ui/dialog.tsx';
import { useApp, useWords } from '../../app/use-app.ts';
import './side-menu.css';

export function SideMenu({ onClose }: { onClose: () => void }) {
  const { overlay } = useApp();
  const { menu, terms, contact, yourData } = useWords();
  return (
    <Dialog label={menu.label} variant="drawer" onClose={onClose}>
      <DialogHeader title={menu.label} closeLabel={menu.close} onClose={onClose} />
      <nav className="side-menu">
        <Button variant="quiet" onClick={() => overlay.setState({ open: 'terms' })}>
          {terms.title}
        </Button>
        <Button variant="quiet" onClick={() => overlay.setState({ open: 'contact' })}>
          {contact.title}
        </Button>
        <Button variant="quiet" onClick={() => overlay.setState({ open: 'yourData' })}>
          {yourData.title}
        </Button>
      </nav>
    </Dialog>
  );
}
