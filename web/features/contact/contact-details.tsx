import { useApp, useWords } from '../../app/use-app.ts';
import './contact-details.css';
import { Dialog, DialogHeader } from '../../ui/dialog.tsx';

export function ContactDetails() {
  const { campaign } = useApp();
  const { contact } = campaign.words;
  const { email, phone } = campaign.contacts;
  return (
    <dl className="contact">
      <div>
        <dt>{contact.emailLabel}</dt>
        <dd>
          <a href={`mailto:${email}`} dir="ltr">
            {email}
          </a>
        </dd>
      </div>
      <div>
        <dt>{contact.phoneLabel}</dt>
        <dd>
          <a href={`tel:${phone.replaceAll(' ', '')}`} dir="ltr">
            {phone}
          </a>
        </dd>
      </div>
    </dl>
  );
}

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
