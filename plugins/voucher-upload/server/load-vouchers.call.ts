// The process that checks and loads one file of voucher codes for the console, from standard input
// (docs/decisions/0027). It is separate, so that sealing a million codes does not block the
// console, and so that only `inaam_loader` can add to the stock. It ends with the console or its
// connection.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { factsOfError } from '@inaam/server/platform/log-line.ts';
import { openDatabase } from '@inaam/server/database/database.ts';
import { openStaging } from '@inaam/server/vouchers/voucher-staging.sql.ts';
import { loaderKeysOf } from '@inaam/server/platform/keys.ts';
import {
  countsOf,
  isLoaded,
  knownKind,
  stageVouchers,
} from '@inaam/server/vouchers/stage-vouchers.ts';
import type { LineProblems } from '@inaam/server/platform/line-problems.ts';
import { readVoucherFile } from '@inaam/server/vouchers/voucher-file.ts';
import type { LoaderReport, LoaderStart, LoaderStore } from './voucher-loader.call.ts';

const linesMax = 200;
/** Lower, because somebody who guesses codes would learn which ones are in the stock. */
const knownLinesMax = 20;

const report = (message: LoaderReport) => process.send?.(message);

// The console has gone: anything not committed is rolled back with the connection.
process.on('disconnect', () => process.exit(1));
try {
  await load(await nextMessage<LoaderStart>());
} catch (error) {
  report({ kind: 'failed', facts: factsOfError(error) });
}

/** The console alone sends any. */
async function nextMessage<Message>(): Promise<Message> {
  const [message]: Message[] = await once(process, 'message');
  if (message === undefined) throw new Error('The console has sent nothing.');
  return message;
}

async function load({ access, campaign, isStored, file }: LoaderStart) {
  const database = openDatabase(access.databaseUrl, 1, 'general', 'inaam_loader');
  const staging = await openStaging(database, campaign);
  const hash = createHash('sha256');
  const source = Readable.from(hashed(process.stdin, hash), { objectMode: false });
  const { fileCheck, problems } = await stageVouchers({
    lines: readVoucherFile(source, file),
    staging,
    keys: loaderKeysOf(access.secrets, campaign),
    isStored,
    linesMax,
    show: (step) => report({ kind: 'step', step }),
  });
  if (fileCheck.amounts.length === 0 && problems.count() === 0) {
    problems.add({ line: 1, kind: 'the file has no codes' });
  }
  const answered = isStored ? nextMessage<LoaderStore>() : undefined;
  report({
    kind: 'checked',
    sha256: hash.digest('hex'),
    isLoaded: isLoaded(fileCheck),
    ...faultsOf(problems),
    known: fileCheck.known.count,
    amounts: fileCheck.amounts,
  });
  if (answered) {
    const { by, reason, at } = await answered;
    // Whatever the console says: sealed are the codes of a file without a fault alone.
    if (problems.count() > 0) throw new Error('A file with faults cannot be stored.');
    report({ kind: 'step', step: 'storing' });
    const stored = await staging.store({
      now: at,
      promisedUntil: file.promisedUntil,
      auditOf: (batch) => ({
        campaign,
        command: 'console vouchers load',
        operator: { by, reason, at },
        details: { batch, ...countsOf(fileCheck) },
      }),
    });
    report(stored);
  }
  await staging.close();
  await database.end();
}

async function* hashed(source: AsyncIterable<Buffer>, hash: ReturnType<typeof createHash>) {
  for await (const chunk of source) {
    hash.update(chunk);
    yield chunk;
  }
}

function faultsOf(problems: LineProblems) {
  const faults = problems.kinds().flatMap(({ lines }) => {
    const max = lines[0]?.kind === knownKind ? knownLinesMax : linesMax;
    return lines.slice(0, max).map(({ line, kind, detail = '' }) => ({
      line,
      fault: `${kind}${detail}`,
    }));
  });
  return {
    count: problems.count(),
    faults: faults.toSorted((one, other) => one.line - other.line),
  };
}
