import * as z from 'zod/mini';
import { verdict } from '@inaam/contract/console/overview.ts';
import { consoleRoles } from '@inaam/contract/console/roles.ts';

const count = z.int();
/** A day in India by the campaign's clock, `YYYY-MM-DD`. */
const day = z.iso.date();

/** Of the figures: today and the days before. The line shows twice as many. */
export const daysCounted = 7;

export const severalCampaigns = {
  readCampaigns: {
    path: 'campaigns',
    may: consoleRoles,
    isOfPerson: true,
    isRefreshed: true,
    fields: z.object({}),
    answer: z.object({
      /** In which the account has a role, in the order of the session. */
      campaigns: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          /** `#rrggbb`, of the brand. */
          color: z.string(),
          role: z.enum(consoleRoles),
          /** Without a commitment to the draw it has not started. */
          state: z.enum(['running', 'paused', 'notStarted', 'over']),
          from: day,
          lastDay: day,
          today: day,
          worst: verdict,
          /** How many besides the worst are not well. */
          others: count,
          visits: count,
          winners: count,
          rupees: count,
          /** Visits by day, oldest first; the last is today. */
          days: z.array(count),
        }),
      ),
    }),
  },
} as const;
