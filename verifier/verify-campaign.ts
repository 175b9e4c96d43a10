import { createHash } from 'node:crypto';
import { open, readFile, stat } from 'node:fs/promises';
import { PublishedAmendments } from './amendments.ts';
import { parseCanonicalJson, hasFields } from './canonical-json.ts';
import { isInstant } from './dates.ts';
import { readCommitment, type DrawDocument } from './commitment-document.ts';
import { Mismatch, CannotVerify } from './mismatch.ts';
import { headMismatch, readLedger, type Head, type LedgerSummary, type Source } from './ledger.ts';
import { Participants } from './participants.ts';
import { DrawRules, type Pool } from './draw-rules.ts';

export type VerifyOptions = {
  /** Paths; `-` for the ledger means standard input. */
  commitment: string;
  secret: string;
  ledger: string;
  /** The ledger's amendments as published. */
  amendments?: string | undefined;
  /** The head that the ledger must end with. */
  head?: string | undefined;
  /** Heads saved on earlier days that the ledger must include. */
  through?: readonly string[] | undefined;
  /** The commitment's hash as published before the start. */
  expect?: string | undefined;
};

export type Verdict =
  | {
      valid: false;
      fault: Pick<Mismatch, 'file' | 'line' | 'what' | 'expected' | 'found' | 'message'>;
    }
  | (LedgerSummary & {
      valid: true;
      campaign: string;
      commitment: string;
      expected: boolean;
      draws: number;
      pools: readonly Pool[];
      /** In force at the end. */
      lastDay: string;
      amendments: 'equal' | 'not given';
      head: 'equal' | 'not given';
      through: number;
    });

/** What the files show before the secret is published. */
export type ChainVerdict =
  | Extract<Verdict, { valid: false }>
  | (LedgerSummary & {
      valid: true;
      campaign: string;
      commitment: string;
      amendments: 'equal' | 'not given';
      head: 'equal' | 'not given';
    });

const smallFileBytesMax = 1_048_576;
const chunkBytes = 262_144;

/**
 * @param participants the table to use; a smaller one means more passes
 * @throws CannotVerify if a file cannot be read
 */
export async function verifyCampaign(
  options: VerifyOptions,
  participants = new Participants(),
): Promise<Verdict> {
  return verified(options, participants).catch(asFault);
}

/**
 * Checks what can be verified before the reveal: the chain, the form and order of the entries, that
 * each participant occurs once, amendments and heads. No draw, seal, signature or budget.
 * @throws CannotVerify if a file cannot be read
 */
export async function verifyChain(
  options: Omit<VerifyOptions, 'secret'>,
  participants = new Participants(),
): Promise<ChainVerdict> {
  return verifiedChain(options, participants).catch(asFault);
}

function asFault(error: unknown): Extract<Verdict, { valid: false }> {
  if (!(error instanceof Mismatch)) throw error;
  const { file, line, what, expected, found, message } = error;
  return { valid: false, fault: { file, line, what, expected, found, message } };
}

async function verifiedChain(
  options: Omit<VerifyOptions, 'secret'>,
  participants: Participants,
): Promise<ChainVerdict> {
  const { document, hash } = await committed(options);
  const { end, through, amendments } = await published(options);
  const source = await ledgerSource(options.ledger);
  const expected = { document, commitment: hash, through, amendments };
  const read = await readLedger(source, expected, undefined, participants);
  checkEnd(read, end, through);
  return {
    valid: true,
    campaign: document.campaign,
    commitment: hash.toString('hex'),
    amendments: amendments ? 'equal' : 'not given',
    head: end ? 'equal' : 'not given',
    ...read,
  };
}

async function verified(options: VerifyOptions, participants: Participants): Promise<Verdict> {
  const { document, hash } = await committed(options);
  const commitment = hash.toString('hex');
  const secret = parseSecret(await readSmallFile(options.secret), document);
  const { end, through, amendments } = await published(options);
  const rules = new DrawRules(document, secret);
  const expectedLedger = { document, commitment: hash, through, amendments };
  const read = await readLedger(
    await ledgerSource(options.ledger),
    expectedLedger,
    rules,
    participants,
  );
  checkEnd(read, end, through);
  return {
    valid: true,
    campaign: document.campaign,
    commitment,
    expected: options.expect !== undefined,
    draws: rules.draws,
    pools: rules.pools,
    lastDay: rules.to,
    amendments: amendments ? 'equal' : 'not given',
    head: end ? 'equal' : 'not given',
    through: through.length,
    ...read,
  };
}

async function committed({ commitment, expect }: Pick<VerifyOptions, 'commitment' | 'expect'>) {
  const { document, hash } = readCommitment(await readSmallFile(commitment));
  const found = hash.toString('hex');
  if (expect !== undefined && expect !== found) {
    const what = 'the SHA-256 of the document';
    throw new Mismatch('commitment', { what, expected: expect, found });
  }
  return { document, hash };
}

type PublishedFiles = Pick<VerifyOptions, 'amendments' | 'head' | 'through'>;

async function published(options: PublishedFiles) {
  const end = options.head === undefined ? undefined : parseHead(await readSmallFile(options.head));
  const through: Head[] = [];
  for (const file of options.through ?? []) through.push(parseHead(await readSmallFile(file)));
  const amendments =
    options.amendments === undefined
      ? undefined
      : new PublishedAmendments(await readSmallFile(options.amendments));
  return { end, through, amendments };
}

/** Returns the secret's bytes if they match the commitment. Errors contain only its hash. */
function parseSecret(bytes: Buffer, { secretSha256 }: DrawDocument): Buffer {
  const text = bytes.toString('latin1');
  if (!/^(?:[0-9a-f]{2}){32,}\n$/.test(text)) {
    const expected = '64 or more hex digits in lower case and an end of line';
    throw new Mismatch('secret', { what: 'the file', expected, found: 'something else' });
  }
  const secret = Buffer.from(text.slice(0, -1), 'hex');
  const found = createHash('sha256').update(secret).digest('hex');
  if (found === secretSha256) return secret;
  throw new Mismatch('secret', { what: 'the SHA-256 of its bytes', expected: secretSha256, found });
}

/** The published head; a line feed after it is allowed. */
function parseHead(bytes: Buffer): Head {
  const value = parseCanonicalJson(bytes.at(-1) === 10 ? bytes.subarray(0, -1) : bytes);
  if (hasFields(value, 'at, entries, hash')) {
    const { at, entries, hash } = value;
    const isHash = typeof hash === 'string' && /^[0-9a-f]{64}$/.test(hash);
    const isCount = typeof entries === 'number' && entries >= 0;
    if (isInstant(at) && isHash && isCount) return { at, entries, hash };
  }
  throw headMismatch(
    'the file',
    '{"at":"a minute","entries":a number,"hash":"64 hex digits"}',
    'something else',
  );
}

function checkEnd(read: LedgerSummary, end: Head | undefined, through: readonly Head[]): void {
  const most = Math.max(0, ...through.map(({ entries }) => entries));
  if (most > read.entries) {
    throw headMismatch('the entries of an earlier head', `${read.entries} or fewer`, String(most));
  }
  if (!end) return;
  if (end.entries !== read.entries) {
    throw headMismatch('the number of entries', String(read.entries), String(end.entries));
  }
  if (end.hash !== read.hash) throw headMismatch('the hash of the last entry', read.hash, end.hash);
}

async function readSmallFile(file: string): Promise<Buffer> {
  try {
    if ((await stat(file)).size > smallFileBytesMax)
      throw new Error('it is longer than a megabyte');
    return await readFile(file);
  } catch (error) {
    throw unreadable(file, error);
  }
}

async function ledgerSource(file: string): Promise<Source> {
  if (file === '-') return { open: () => process.stdin, canReopen: false };
  try {
    if (!(await stat(file)).isFile()) return { open: () => reading(file), canReopen: false };
  } catch (error) {
    throw unreadable(file, error);
  }
  return { open: () => reading(file), canReopen: true };
}

/** Yields chunks of the file, all views of the same memory: each is valid until the next. */
async function* reading(file: string): AsyncGenerator<Buffer> {
  try {
    await using handle = await open(file);
    const chunk = Buffer.alloc(chunkBytes);
    for (;;) {
      const { bytesRead } = await handle.read(chunk, 0, chunkBytes, null);
      if (bytesRead === 0) return;
      yield chunk.subarray(0, bytesRead);
    }
  } catch (error) {
    throw unreadable(file, error);
  }
}

const unreadable = (file: string, error: unknown) =>
  new CannotVerify(
    `Failed to read ${file}: ${error instanceof Error ? error.message : String(error)}.`,
  );
