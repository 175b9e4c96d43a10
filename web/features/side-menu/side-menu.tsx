// The side menu of HOME and of the pages for those who are not logged in (Requirement HOM-7).
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogHead } from '../../ui/dialog-head.tsx';
import { useApp, useWords } from '../../app/use-app.ts';
import './side-menu.css';

export function SideMenu({ onClose }: { onClose: () => void }) {
  const { overlay } = useApp();
  const { menu, terms, contact } = useWords();
  return (
    <Dialog label={menu.label} look="drawer" onClose={onClose}>
      <DialogHead title={menu.label} close={menu.close} onClose={onClose} />
      <nav className="side-menu">
        <Button look="quiet" onClick={() => overlay.setState({ open: 'terms' })}>
          {terms.title}
        </Button>
        <Button look="quiet" onClick={() => overlay.setState({ open: 'contact' })}>
          {contact.title}
        </Button>
      </nav>
    </Dialog>
  );
}
