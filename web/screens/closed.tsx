import { ClosedNotice } from '../features/closed/closed-notice.tsx';
import { ContactDetails } from '../features/contact/contact-details.tsx';
import { Layout } from '../app/layout/layout.tsx';

export function ClosedScreen() {
  return (
    <Layout>
      <ClosedNotice>
        <ContactDetails />
      </ClosedNotice>
    </Layout>
  );
}
