import * as z from 'zod/mini';
import { consoleRoles } from '@inaam/contract/console/roles.ts';

const line = z.object({
  number: z.int(),
  /** By the campaign's clock, ms. */
  at: z.int(),
  name: z.string(),
  text: z.string(),
  /** To follow "because"; null: the mail server took it. */
  refused: z.nullable(z.string()),
});

export const alertLog = {
  readAlertMails: {
    path: 'alerts/mails',
    may: consoleRoles,
    isRefreshed: true,
    /** `before`: the last line that is shown. */
    fields: z.object({ before: z.nullable(z.int()) }),
    /** Newest first. */
    answer: z.object({ mails: z.array(line), hasMore: z.boolean() }),
  },
} as const;
