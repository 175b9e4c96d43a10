// The closed page, before the first day and after the last.
import { ClosedNotice } from '../features/closed/closed-notice.tsx';
import { ContactWays } from '../features/contact/contact-ways.tsx';
import { Layout } from '../app/layout.tsx';

export function ClosedScreen() {
  return (
    <Layout>
      <ClosedNotice>
        <ContactWays />
      </ClosedNotice>
    </Layout>
  );
}
