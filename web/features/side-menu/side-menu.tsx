import { OpenButton } from '../../app/layout/layout.tsx';
import { Dialog, DialogHeader } from '../../ui/dialog.tsx';
import { useWords } from '../../app/use-app.ts';
import './side-menu.css';

export function SideMenu({ onClose }: { onClose: () => void }) {
  const { menu } = useWords();
  return (
    <Dialog label={menu.label} variant="drawer" onClose={onClose}>
      <DialogHeader title={menu.label} closeLabel={menu.close} onClose={onClose} />
      <nav className="side-menu">
        <OpenButton variant="quiet" open="terms" />
        <OpenButton variant="quiet" open="contact" />
        <OpenButton variant="quiet" open="yourData" />
      </nav>
    </Dialog>
  );
}
