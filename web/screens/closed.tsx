// The closed page, before the first day and after the last.
import { ClosedNotice } from '../features/closed/closed-notice.tsx';
import { ContactDetails } from '../features/contact/contact-details.tsx';
import { Layout } from '../app/layout.tsx';

export function ClosedScreen() {
  return (
    <Layout>
      <ClosedNotice>
        <ContactDetails />
      </ClosedNotice>
    </Layout>
  );
}
