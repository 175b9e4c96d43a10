// Program: verifies a campaign's draw from its published files. Needs only Node, writes no file,
// never connects. Exit code 0: valid, 1: not valid, 2: not verified.
import { createReadStream, promises } from 'node:fs';
import { parseArgs } from 'node:util';

import { formatText } from './report.ts';
import { verifyCampaign } from './verify-campaign.ts';

const usage = `Verifies the draw of a campaign from its published files.

  --commitment FILE  the document that was published before the start
  --secret FILE      the secret that was revealed after the end
  --before-reveal    in place of --secret: verifies all but cards, seals and questions
  --ledger FILE      the exported ledger, or - for standard input
  --amendments FILE  the amendments that were published while it ran: the ledger must have these
  --head FILE        the published head: the ledger must end with it
  --through FILE     a head that you kept: the ledger must go through it (may be repeated)
  --expect HASH      the commitment as it was published: 64 hex digits
  --json             the verdict as one line of JSON

Example: npm run verify -- --commitment commitment.json --secret secret.txt --ledger ledger.jsonl --head head.json
`;

const file = { type: 'string' } as const;
const flag = { type: 'boolean', default: false } as const;
const options = {
  commitment: file,
  secret: file,
  'before-reveal': flag,
  ledger: file,
  amendments: file,
  head: file,
  through: { type: 'string', multiple: true },
  expect: file,
  json: flag,
  help: flag,
} as const;

async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options });
  if (values.help) {
    process.stdout.write(usage);
    return 0;
  }
  const { commitment, secret, ledger, head, through, expect } = values;
  const hasSecretOrNot = (secret === undefined) === values['before-reveal'];
  if (!commitment || !ledger || !head || !hasSecretOrNot) {
    throw new Error('Name --commitment, --ledger, --head and --secret or --before-reveal.');
  }
  const verdict = await verifyCampaign({
    commitment: await promises.readFile(commitment),
    secret: await given(secret),
    amendments: await given(values.amendments),
    head: await promises.readFile(head),
    through: await Promise.all((through ?? []).map((name) => promises.readFile(name))),
    expect,
    ledger: ledger === '-' ? process.stdin : createReadStream(ledger),
  });
  const compared = ['expect', 'through', 'amendments'] as const;
  const missing = compared.filter((name) => values[name] === undefined);
  process.stdout.write(values.json ? `${JSON.stringify(verdict)}\n` : formatText(verdict, missing));
  return verdict.valid ? 0 : 1;
}

process.stdout.on('error', ({ message }) => {
  process.stderr.write(`The verdict could not be written: ${message}\n`);
  process.exit(2);
});

const given = async (name: string | undefined) =>
  name === undefined ? undefined : promises.readFile(name);

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
