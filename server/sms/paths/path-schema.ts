// An SMS path, as written in the file that SMS_PATHS_FILE names.
import * as z from 'zod';
import { httpGatewaySchema, type HttpGateway } from '../gateway/gateway-schema.ts';
import { receiptsSchema } from '../receipts/receipt-schema.ts';
import { presetNames } from '../presets/presets.ts';
import type { PathValues } from './placeholders.ts';

const strings = z.record(z.string().max(60), z.string().max(500)).default({});

const pathSchema = z
  .strictObject({
    name: z.string().regex(/^[a-z][a-z0-9-]{0,19}$/, 'must be small letters, digits and hyphens'),
    sends: z
      .array(z.enum(['codes', 'vouchers']))
      .min(1, 'must say codes, vouchers or both')
      .default(['codes', 'vouchers']),
    /** Messages that wait for an answer at once, per process. */
    inFlight: z.int().min(1).max(1000).default(64),
    /** SMS sent per second, per process: a long text is several. */
    perSecond: z.int().min(1).max(5000).default(50),
    /** How long an answer is waited for. A lease ends soon after the longest. */
    sendMs: z.int().min(1000).max(12_000).optional(),
    preset: z.enum(presetNames).optional(),
    http: httpGatewaySchema.optional(),
    /** Values of an account that are not secret, such as its name. */
    values: strings,
    /** The provider's template ids, by DLT template id. */
    templates: strings,
    receipts: receiptsSchema.optional(),
    /** For a gateway behind a VPN: messages contain numbers and codes. */
    allowPlain: z.boolean().default(false),
    /** For a gateway that accepts nothing else: addresses are logged on the way. */
    allowPrivateQuery: z.boolean().default(false),
  })
  .refine(({ preset, http }) => (preset === undefined) !== (http === undefined), {
    message: 'must have one of preset and http',
  });

export const pathFileSchema = z.strictObject({
  paths: z
    .array(pathSchema)
    .min(1, 'must list one path or more')
    .max(8)
    .superRefine((entries, context) => {
      // Receipts are stored under the name: paths with equal names would get each other's.
      const names = entries.map(({ name }) => name);
      const twice = names.find((name, at) => names.indexOf(name) !== at);
      if (twice !== undefined) context.addIssue(`must not have two paths named ${twice}`);
    }),
});

export type PathEntry = z.infer<typeof pathSchema>;

export type SmsPathConfig = Pick<
  PathEntry,
  'name' | 'sends' | 'inFlight' | 'perSecond' | 'sendMs'
> & {
  gateway: HttpGateway;
  values: PathValues;
  hasReceipts: boolean;
};
