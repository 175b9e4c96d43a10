import * as z from 'zod/mini';

/** Whether codes and vouchers may come by WhatsApp. Omitted: no. */
export const whatsappFields = { whatsapp: z.optional(z.boolean()) };
