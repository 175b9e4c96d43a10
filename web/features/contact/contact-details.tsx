import { useApp } from '../../app/use-app.ts';
import './contact-details.css';

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
