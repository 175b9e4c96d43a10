import type { Command } from 'commander';
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { planOf as committedPlanOf } from '../draw/campaign-commitment.ts';
import { readCampaignConfig } from '../main/settings/operator-config.ts';
import { budgetPoolsOf } from '../draw/commitment.rules.ts';
import { figuresOf, reportOf } from '../simulation/report.ts';
import { simulateCampaign } from '../simulation/simulate-campaign.ts';
import { addCommand } from './add-command.ts';
import { RefusedError, type Session } from './command-context.ts';
import {
  addSimulateOptions,
  planOf,
  simulateShape,
  type SimulateOptions,
} from './simulate-options.command.ts';
import { withSimulationDatabase } from './simulation-database.ts';

export function addSimulate(parent: Command, session: Session): void {
  addCommand(parent, session, {
    name: 'simulate',
    summary: 'simulate a whole campaign with the real rules and a real database',
    detail:
      'A database is created for it and dropped afterwards: in a PostgreSQL of its own, or with DATABASE_URL on that server.\nThe same seed and options give the same answer, byte for byte. The curve of arrivals and the habits are guesses: give your own.',
    examples: [
      'simulate',
      'simulate --seed diwali --shoppers 2000000 --scale 100',
      'simulate --shoppers 300000 --scale 1 --sms-paise 12 --json',
    ],
    add: addSimulateOptions,
    shape: simulateShape,
    run: (options) => simulate(session, options),
  });
}

async function simulate({ context }: Session, options: SimulateOptions) {
  const config = readCampaignConfig(context.variables);
  const campaign = await loadCampaign(config.campaign);
  const plan = planOf(options, rewardsOf(campaign));
  const stopping = stopBySignal();
  try {
    const result = await withSimulationDatabase(config.databaseUrl, (database) =>
      simulateCampaign(database, campaign, plan, stopping.signal),
    );
    const figures = figuresOf(campaign.id, options.smsPaise, plan, result);
    return { text: reportOf(figures), json: figures, failed: !figures.agrees };
  } finally {
    stopping.end();
  }
}

/** How many rewards are planned. */
function rewardsOf(campaign: ServerCampaign): number {
  const pools = budgetPoolsOf(committedPlanOf(campaign));
  return pools.reduce((sum, { planned }) => sum + planned, 0);
}

/** Ctrl-C stops the simulation in order, or its database would not be dropped. */
function stopBySignal() {
  const stopping = new AbortController();
  const stop = () =>
    stopping.abort(
      new RefusedError("Stopped before the end. The simulation's database has been dropped."),
    );
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, stop);
  const end = () => {
    for (const signal of signals) process.off(signal, stop);
  };
  return { signal: stopping.signal, end };
}
