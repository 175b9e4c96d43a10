import type { ConsoleHandlers } from './context.ts';
import { enterByLink } from './sign-in/enter-by-link.ts';
import { finishInvitation, startInvitation } from './sign-in/invitation.ts';
import { readSession } from './sign-in/read-session.ts';
import { finishSignIn, startSignIn } from './sign-in/passkey.ts';
import { signOut, signOutEverywhere } from './sign-in/sign-out.ts';

export const consoleHandlers: ConsoleHandlers = {
  readSession,
  startSignIn,
  finishSignIn,
  startInvitation,
  finishInvitation,
  enterByLink,
  signOut,
  signOutEverywhere,
};
