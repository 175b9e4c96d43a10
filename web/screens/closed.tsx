// The closed page, before the first day and after the last.
import { ClosedNotice } from '../features/closed/closed-notice.tsx';
import { ContactWays } from '../features/contact/contact-ways.tsx';
import { Frame } from '../frame.tsx';

export function ClosedScreen() {
  return (
    <Frame>
      <ClosedNotice>
        <ContactWays />
      </ClosedNotice>
    </Frame>
  );
}
