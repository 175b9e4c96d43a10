// Keeps zod from compiling its schemas with `new Function`, which the Content-Security-Policy forbids. Imported
// before anything that makes a schema.
import * as z from 'zod/mini';

z.config({ jitless: true });
