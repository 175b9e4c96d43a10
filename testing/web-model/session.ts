// The stored state of a tab, and the addresses.
export type Participant = { isTamil: boolean; reward: number | undefined; answer?: number };
/** `answer` undefined: not answered yet. `choice`: what the tab keeps. */
export type AskedQuestion = { answer: number | undefined; choice: number | undefined };
export type Session = {
  key: string | null;
  token: string | null;
  fromTN: 0 | 1 | null;
  winType: number | null;
  hasAgreed: boolean;
  name: string | null;
  mobile: string | null;
  question: AskedQuestion | null;
};
/** What a new session is to show. */
export type Next = {
  reason?: 'registerAgain' | 'registerFirst';
  isAside?: boolean;
};
export const nothing: Session = {
  key: null,
  token: null,
  fromTN: null,
  winType: null,
  hasAgreed: false,
  name: null,
  mobile: null,
  question: null,
};
export const rewards: Record<number, string> = { 5: '/reward', 3: '/tnreward', 10: '/congrats' };
export const protectedPaths = Object.values(rewards);
export const known = ['/', '/spin-wheel', '/profile', '/edit-profile', ...protectedPaths];
