// How the SMS of a draft look. It reads nothing but what is sent.
import * as z from 'zod/mini';
import { consoleRoles } from '@inaam/contract/console/roles.ts';

const count = z.int();

export const prizes = {
  showSms: {
    path: 'campaign/draft/sms',
    may: consoleRoles,
    fields: z.object({
      kind: z.enum(['otp', 'voucher']),
      language: z.string().check(z.maxLength(20)),
      text: z.string().check(z.maxLength(2000)),
    }),
    answer: z.object({
      /** With invented values. */
      sample: z.string(),
      /** As it is written at the operators'. */
      registered: z.string(),
      encoding: z.string(),
      length: count,
      lengthMax: count,
      segments: count,
      /** With the longest values. */
      segmentsMost: count,
    }),
  },
} as const;
