import type { Command } from 'commander';
import { readPause, setPause } from '../../storage/draw/pause.ts';
import { readCommitment } from '../../storage/draw/commitments.ts';
import { addCommand } from '../add-command.ts';
import { addWhoAndWhy, operatorOf, whoAndWhy } from '../change-options.ts';
import { RefusedError, type Session } from '../command-context.ts';
import { formatTime } from '../../support/format.ts';
import { withDatabase } from '../with-database.ts';

export function addCampaignPause(parent: Command, session: Session): void {
  addPausing(parent, session, {
    name: 'campaign pause',
    isPaused: true,
    summary: 'grant nothing and send no new code until it is resumed',
    detail:
      'The site shows a calm page. A code that was sent can still be entered, what was promised is kept, and vouchers that are owed are sent. Takes effect at once for rewards, within two seconds for the page. The last day stays the same.',
  });
}

export function addCampaignResume(parent: Command, session: Session): void {
  addPausing(parent, session, {
    name: 'campaign resume',
    isPaused: false,
    summary: 'let a paused campaign go on',
    detail: 'Takes effect within two seconds.',
  });
}

type Pausing = { name: string; isPaused: boolean; summary: string; detail: string };

function addPausing(parent: Command, session: Session, pausing: Pausing): void {
  const { name, isPaused, summary, detail } = pausing;
  addCommand(parent, session, {
    name,
    summary,
    detail,
    examples: [`${name} --why "the issuer's system is down" --by asha`],
    add: addWhoAndWhy,
    shape: whoAndWhy,
    run: (who) =>
      withDatabase(session.context, async ({ database, clocks, id }) => {
        const operator = operatorOf(who, clocks.wall());
        if ((await readCommitment(database, id)) === undefined) {
          throw new RefusedError(
            `Nothing was changed: "${id}" has not begun, because its draw has not been committed to.`,
          );
        }
        const audit = { campaign: id, command: name, operator, details: {} };
        const isChanged = await setPause(database, id, {
          at: isPaused ? operator.at : null,
          audit,
        });
        const since = formatTime((await readPause(database, id)) ?? null);
        const done = isPaused ? 'Paused: nothing is granted any more.' : 'Resumed.';
        const already = isPaused ? `It has been paused since ${since}.` : 'It was not paused.';
        return {
          text: isChanged ? done : `${already} Nothing was changed.`,
          json: {
            campaign: id,
            result: isChanged ? (isPaused ? 'paused' : 'resumed') : 'already',
            pausedSince: since,
          },
        };
      }),
  });
}
