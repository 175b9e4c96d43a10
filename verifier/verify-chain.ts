// Program: verifies from files what can be verified before the reveal. Exit code 0: valid, 1: not
// valid, 2: not verified.
import { parseArgs } from 'node:util';
import { canonicalJson } from './canonical-json.ts';
import { CannotVerify } from './mismatch.ts';
import { verifyChain } from './verify-campaign.ts';

const usage = `Verifies the chain of a campaign's ledger, without the secret: no draw is recomputed.

  --commitment FILE  the document that was published before the start
  --ledger FILE      the exported ledger
  --amendments FILE  the amendments that were published: the ledger must have these
  --head FILE        the published head: the ledger must end with it
  --through FILE     a head kept from an earlier day: the ledger must go through it (may be repeated)
  --expect HASH      the commitment as it was published: 64 hex digits
  --json             accepted, because the verdict always is one line of JSON
`;

async function run(args: string[]): Promise<number> {
  const file = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  const { values } = parseArgs({
    args,
    options: {
      commitment: file,
      ledger: file,
      amendments: file,
      head: file,
      through: { type: 'string', multiple: true },
      expect: file,
      json: flag,
      help: flag,
    },
  });
  if (values.help) {
    process.stdout.write(usage);
    return 0;
  }
  const { commitment, ledger } = values;
  if (commitment === undefined || ledger === undefined) {
    throw new CannotVerify('Name --commitment and --ledger. See --help.');
  }
  const verdict = await verifyChain({ ...values, commitment, ledger });
  process.stdout.write(`${canonicalJson(verdict)}\n`);
  return verdict.valid ? 0 : 1;
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  // Whatever the error, nothing was verified.
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
