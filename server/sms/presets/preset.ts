import type * as z from 'zod';
import type { httpGatewaySchema } from '../gateway/gateway-schema.ts';
import type { ReceiptFields } from '../receipts/receipt-schema.ts';

/** A provider's HTTP interface, from its public documents. */
export type Preset = {
  /** Where it was read, and when. */
  documents: readonly string[];
  readOn: string;
  gateway: z.input<typeof httpGatewaySchema>;
  receipts: ReceiptFields;
};
