// Program: verifies a campaign's draw from its published files. Needs only Node, writes no file,
// never connects. Exit code 0: valid, 1: not valid, 2: not verified.
import { parseArgs } from 'node:util';
import { CannotVerify } from './mismatch.ts';
import { formatJson, formatText } from './report.ts';
import { verifyCampaign, type VerifyOptions } from './verify-campaign.ts';

const usage = `Verifies the draw of a campaign from its published files.

  --commitment FILE  the document that was published before the start
  --secret FILE      the secret that was revealed after the end
  --ledger FILE      the exported ledger, or - for standard input
  --amendments FILE  the amendments that were published while it ran: the ledger must have these
  --head FILE        the published head: the ledger must end with it
  --through FILE     a head kept from an earlier day: the ledger must go through it (may be repeated)
  --expect HASH      the commitment as it was published: 64 hex digits
  --json             the verdict as one line of JSON

Example: npm run verify -- --commitment commitment.json --secret secret.txt --ledger ledger.jsonl --head head.json
`;

function parseOptions(args: string[]): (VerifyOptions & { json: boolean }) | undefined {
  const file = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  const { values } = parseArgs({
    args,
    options: {
      commitment: file,
      secret: file,
      ledger: file,
      amendments: file,
      head: file,
      through: { type: 'string', multiple: true },
      expect: file,
      json: flag,
      help: flag,
    },
  });
  if (values.help) return undefined;
  const { commitment, secret, ledger, expect } = values;
  if (commitment === undefined || secret === undefined || ledger === undefined) {
    throw new CannotVerify('Name --commitment, --secret and --ledger. See --help.');
  }
  if (expect !== undefined && !/^[0-9a-f]{64}$/.test(expect)) {
    throw new CannotVerify('--expect must be 64 hex digits in lower case.');
  }
  return { ...values, commitment, secret, ledger };
}

async function run(args: string[]): Promise<number> {
  const wanted = parseOptions(args);
  if (!wanted) {
    process.stdout.write(usage);
    return 0;
  }
  const verdict = await verifyCampaign(wanted);
  process.stdout.write(wanted.json ? formatJson(verdict) : formatText(verdict));
  return verdict.valid ? 0 : 1;
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  // Whatever the error, nothing was verified.
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
