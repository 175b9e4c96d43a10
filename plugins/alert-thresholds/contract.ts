import * as z from 'zod/mini';
import { consoleRoles } from '@inaam/contract/console/roles.ts';
import { reason } from '@inaam/contract/console/audit.ts';
import { names } from './thresholds.rules.ts';

const thresholds = z.record(z.enum(names), z.nullable(z.number()));
/** Of the last change; 0: there was none. */
const version = z.int();

export const alertThresholds = {
  readThresholds: {
    path: 'alerts/thresholds',
    may: consoleRoles,
    isRefreshed: true,
    fields: z.object({}),
    answer: z.object({ version, thresholds, defaults: thresholds }),
  },
  saveThresholds: {
    path: 'alerts/thresholds/save',
    may: ['manager'],
    /** `version`: the one that was shown. */
    fields: z.object({ version, thresholds, reason }),
    answer: z.object({ message: z.string() }),
  },
} as const;
