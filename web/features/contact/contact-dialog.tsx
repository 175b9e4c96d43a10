// Contact Us: the campaign's address and number, as links that write and call (Requirement MOD-2).
import { Dialog } from '../../ui/dialog.tsx';
import { DialogHead } from '../../ui/dialog-head.tsx';
import { useApp } from '../../use-app.ts';
import './contact-dialog.css';

export function ContactDialog({ onClose }: { onClose: () => void }) {
  const { campaign } = useApp();
  const { contact, menu } = campaign.words;
  const { email, phone } = campaign.contacts;
  return (
    <Dialog label={contact.title} onClose={onClose}>
      <DialogHead title={contact.title} close={menu.close} onClose={onClose} />
      <p>{contact.intro}</p>
      <dl className="contact">
        <dt>{contact.emailLabel}</dt>
        <dd>
          <a href={`mailto:${email}`}>{email}</a>
        </dd>
        <dt>{contact.phoneLabel}</dt>
        <dd>
          <a href={`tel:${phone.replaceAll(' ', '')}`}>{phone}</a>
        </dd>
      </dl>
    </Dialog>
  );
}
