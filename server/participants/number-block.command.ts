import type { Command } from 'commander';
import { setBlocked } from './number-changes.sql.ts';
import { addCommand } from '../operator/add-command.ts';
import { addWhoAndWhy, whoAndWhy } from '../operator/change-options.ts';
import type { Session } from '../operator/command-context.ts';
import { withNumber } from './with-number.command.ts';

export function addNumberBlock(parent: Command, session: Session): void {
  addBlocking(parent, session, {
    isBlocked: true,
    name: 'number block',
    summary: 'keep a number out: its sessions end, and it can neither register nor claim',
    detail: 'Also a number that never came. What was granted already stays, and is still sent.',
    done: 'Blocked, and its sessions have ended.',
    already: 'It was blocked already.',
  });
}

export function addNumberUnblock(parent: Command, session: Session): void {
  addBlocking(parent, session, {
    isBlocked: false,
    name: 'number unblock',
    summary: 'let a blocked number take part again',
    detail: 'The owner scans and verifies the number again.',
    done: 'Unblocked: it can register again.',
    already: 'It was not blocked.',
  });
}

type Blocking = {
  isBlocked: boolean;
  name: string;
  summary: string;
  detail: string;
  done: string;
  already: string;
};

function addBlocking(parent: Command, session: Session, blocking: Blocking): void {
  const { isBlocked, name, summary, detail, done, already } = blocking;
  addCommand(parent, session, {
    name,
    summary,
    detail,
    examples: [`${name} --why "ticket 4711" --by asha`],
    add: addWhoAndWhy,
    shape: whoAndWhy,
    run: (who) =>
      withNumber(session.context, name, who, async (number) => {
        const { database, campaign, mobileIndex, audit } = number;
        const change = { campaign, mobileIndex, audit, isBlocked };
        const isChanged = await setBlocked(database, change);
        const result = isBlocked ? 'blocked' : 'unblocked';
        return {
          text: isChanged ? done : `${already} Nothing was changed.`,
          json: { campaign, result: isChanged ? result : 'already' },
        };
      }),
  });
}
