import type { Command } from 'commander';
import { addCommand } from '../../operator/add-command.ts';
import { addWhoAndWhy, operatorOf, whoAndWhy } from '../../operator/change-options.ts';
import type { Session } from '../../operator/command-context.ts';
import { formatTime } from '../../platform/format.ts';
import { setCampaignPause } from '../pause.sql.ts';
import { withDatabase } from '../../operator/with-database.ts';

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
        const audit = { campaign: id, command: name, operator, details: {} };
        const { isChanged, since, sentence } = await setCampaignPause(database, id, {
          isPaused,
          audit,
        });
        return {
          text: sentence,
          json: {
            campaign: id,
            result: isChanged ? (isPaused ? 'paused' : 'resumed') : 'already',
            pausedSince: formatTime(since ?? null),
          },
        };
      }),
  });
}
