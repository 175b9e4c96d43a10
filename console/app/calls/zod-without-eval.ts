// The Content-Security-Policy forbids `new Function`, by which zod compiles schemas. Import before
// any schema.
import * as z from 'zod/mini';

z.config({ jitless: true });
