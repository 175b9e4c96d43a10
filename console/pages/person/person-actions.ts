import type { AnswerOf, ConsoleCallName } from '@inaam/contract/console/calls.ts';
import { mayCall, type Session } from '../../app/console-context.ts';

export type Person = AnswerOf<'findPerson'>;

type ActionName = Extract<
  ConsoleCallName,
  | 'resendVoucher'
  | 'unlockNumber'
  | 'blockNumber'
  | 'unblockNumber'
  | 'exportNumber'
  | 'eraseNumber'
>;

export type Action = {
  readonly name: ActionName;
  readonly label: string;
  /** What will happen, shown before it is confirmed. */
  readonly effect: string;
  readonly isGrave?: boolean;
};

const actions: readonly (Action & { readonly fits: (person: Person) => boolean })[] = [
  {
    name: 'resendVoucher',
    label: 'Send the voucher again',
    effect: 'The same voucher code goes to the same number once more, by SMS.',
    fits: ({ voucher }) => voucher?.canResend === true,
  },
  {
    name: 'unlockNumber',
    label: 'Unlock',
    effect: 'The limits of this number begin anew: codes can be asked for again.',
    fits: ({ isLocked }) => isLocked,
  },
  {
    name: 'blockNumber',
    label: 'Block',
    effect: 'The number gets no codes and no new reward. What it has been promised it gets.',
    isGrave: true,
    fits: ({ isBlocked, isErased }) => !isBlocked && !isErased,
  },
  {
    name: 'unblockNumber',
    label: 'Unblock',
    effect: 'The number takes part again, as it did before.',
    fits: ({ isBlocked }) => isBlocked,
  },
  {
    name: 'exportNumber',
    label: 'Export the data',
    effect: 'A file with everything that is stored about this person is downloaded.',
    fits: ({ isErased }) => !isErased,
  },
  {
    name: 'eraseNumber',
    label: 'Erase',
    effect:
      'Everything that is stored about this person is erased, for ever. The number cannot claim a second reward.',
    isGrave: true,
    fits: ({ isErased }) => !isErased,
  },
];

/** What this account may do for this person now. */
export function actionsFor(person: Person, role: Session['account']['role']): Action[] {
  return actions.filter(({ name, fits }) => mayCall(role, name) && fits(person));
}
