import { Dialog, DialogHeader } from '../../ui/dialog.tsx';
import { useWords } from '../../app/use-app.ts';
import { ContactDetails } from './contact-details.tsx';

export function ContactDialog({ onClose }: { onClose: () => void }) {
  const { contact, menu } = useWords();
  return (
    <Dialog label={contact.title} onClose={onClose}>
      <DialogHeader title={contact.title} closeLabel={menu.close} onClose={onClose} />
      <p>{contact.intro}</p>
      <ContactDetails />
    </Dialog>
  );
}
