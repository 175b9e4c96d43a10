// Prepares a database with this version of the repository. Arguments: its address, the secrets as
// JSON.
import * as z from 'zod';
import { prepareDatabase } from '../../product/prepare-database.ts';

const [databaseUrl = '', secrets = ''] = process.argv.slice(2);
const secret = z.base64();
const schema = z.object({
  draw: secret,
  pseudonym: secret,
  index: secret,
  seal: secret,
  voucherSeal: secret,
});

await prepareDatabase(databaseUrl, schema.parse(JSON.parse(secrets)));
