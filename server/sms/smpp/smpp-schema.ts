// A connection to an operator or aggregator by SMPP 3.4.
import * as z from 'zod';
import { messageIdForms } from './smpp-receipt.ts';

/** Type of number and numbering plan, from the operator's document. */
const addressKind = (ton: number, npi: number) =>
  z.strictObject({ ton: z.int().min(0).max(6), npi: z.int().min(0).max(18) }).default({ ton, npi });

/** A tag of the operator's own range, for example `0x1400`. */
const tag = z
  .string()
  .regex(/^0x1[4-9a-fA-F][0-9a-fA-F]{2}$|^0x[23][0-9a-fA-F]{3}$/, 'must be a tag such as 0x1400')
  .nullable();

export const smppSchema = z.strictObject({
  host: z.string().max(253),
  port: z.int().min(1).max(65_535),
  tls: z.boolean().default(true),
  systemId: z.string().max(60),
  password: z.string().max(80),
  systemType: z.string().max(12).default(''),
  serviceType: z.string().max(5).default(''),
  /** A header is alphanumeric; a number is international. */
  source: addressKind(5, 0),
  destination: addressKind(1, 1),
  numberPrefix: z
    .string()
    .regex(/^\d{0,4}$/, 'must be digits')
    .default('91'),
  enquireSeconds: z.int().min(5).max(600).default(30),
  /** Tags of the DLT ids; null if the operator looks them up. */
  entityTag: tag.default('0x1400'),
  templateTag: tag.default('0x1401'),
  /** Whether the values of both end with a zero byte. */
  zeroEnded: z.boolean().default(false),
  /** How the segments of a long text are linked. */
  long: z.enum(['udh', 'sar']).default('udh'),
  messageIds: z.enum(messageIdForms).default('same'),
});

export type SmppGateway = z.infer<typeof smppSchema>;
