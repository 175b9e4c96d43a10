// Contact Us over the page.
import { Dialog } from '../../ui/dialog.tsx';
import { DialogHead } from '../../ui/dialog-head.tsx';
import { useWords } from '../../app/use-app.ts';
import { ContactWays } from './contact-ways.tsx';

export function ContactDialog({ onClose }: { onClose: () => void }) {
  const { contact, menu } = useWords();
  return (
    <Dialog label={contact.title} onClose={onClose}>
      <DialogHead title={contact.title} close={menu.close} onClose={onClose} />
      <p>{contact.intro}</p>
      <ContactWays />
    </Dialog>
  );
}
