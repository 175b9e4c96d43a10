import { ConsoleRefusal } from '../refusal.ts';

export const invitationEnded = () =>
  new ConsoleRefusal(
    'refused',
    'This invitation was used or has ended. Ask whoever sent it for another one.',
  );
