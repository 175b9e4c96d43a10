// The Content-Security-Policy forbids `new Function`, which zod uses to compile schemas. Import
// this before any schema.
import * as z from 'zod/mini';

z.config({ jitless: true });
