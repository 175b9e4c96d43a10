// `serve` puts approved corrections live, and records which documents shoppers can read.
import { withCommitment } from '@inaam/campaigns/loader/complete-words.ts';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { isDatabaseUnavailable } from '@inaam/server/database/connection-problems.ts';
import type { Database } from '@inaam/server/database/database.ts';
import { factsOfError } from '@inaam/server/platform/log-line.ts';
import type { Log } from '@inaam/server/platform/log.ts';
import type { FastifyInstance } from 'fastify';
import type { SitePages } from '../../server-plugin.ts';
import { correctedCampaign } from './corrected-folder.ts';
import { countApproved, readApproved } from './corrections.sql.ts';
import { recordPublished } from './published-documents.sql.ts';
import { documentsOf } from './published-documents.ts';

type Own = { database: Database; campaign: ServerCampaign; log: Pick<Log, 'info' | 'error'> };

const remedy = 'Propose it again in the console, under Corrections.';

/** The last state remains while a new one cannot be read or loaded. `look` never throws. */
export async function followCorrections({ database, campaign, log }: Own) {
  let shown = campaign;
  let known = 0;
  let failed: string | undefined;
  const read = async () => {
    const count = await countApproved(database, campaign.id);
    if (count === known) return;
    const approved = await readApproved(database, campaign.id);
    const found = await correctedCampaign(campaign, approved);
    shown = found.campaign === campaign ? campaign : committedAs(campaign, found.campaign);
    known = approved.length;
    for (const [correction, why] of found.skipped) {
      log.error({ alarm: true, correction }, `A correction is not shown. ${why} ${remedy}`);
    }
    const corrections = approved.length - found.skipped.size;
    log.info({ campaign: campaign.id, corrections }, 'Approved corrections are shown.');
  };
  const look = async () => {
    try {
      await read();
      failed = undefined;
    } catch (error) {
      const facts = factsOfError(error);
      const now = JSON.stringify(facts);
      // An outage is reported by the calls that it ends.
      if (now === failed || isDatabaseUnavailable(error)) return;
      failed = now;
      log.error(
        { alarm: true, ...facts },
        'Corrections cannot be read: the campaign stays as it is shown. `npx inaam migrate` gives each program its rights.',
      );
    }
  };
  await look();
  return { campaign: () => shown, look };
}

/** The commitment stands in its terms. */
function committedAs(committed: ServerCampaign, campaign: ServerCampaign): ServerCampaign {
  const { commitment } = committed.publicCampaign(committed.languages[0] ?? 'en');
  return commitment === undefined ? campaign : withCommitment(campaign, commitment);
}

const intervalMs = 1000;

/** At the start, and whenever the words are others: corrected, or by another last day. */
export function recordDocuments(
  app: FastifyInstance,
  { database, campaign, clocks }: Pick<SitePages, 'database' | 'campaign' | 'clocks'>,
): void {
  let recorded: unknown;
  let running: Promise<void> | undefined;
  const record = async () => {
    const { words } = campaign;
    if (words === recorded) return;
    try {
      await recordPublished(database, campaign.id, documentsOf(campaign), clocks.wall());
      recorded = words;
    } catch {
      // Without the database nobody takes part: the next second tries again.
    }
  };
  const begin = () => {
    running ??= record().finally(() => {
      running = undefined;
    });
  };
  const timer = setInterval(begin, intervalMs);
  timer.unref();
  app.addHook('onReady', async () => begin());
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await running;
  });
}
