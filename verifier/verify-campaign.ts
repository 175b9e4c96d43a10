// Verifies a campaign from its published files, in Node and in a page alike.
import { hexOf, oddityOf, parseCanonicalJson, textOf } from './canonical-json.ts';
import { readCommitment, type DrawDocument } from './commitment-document.ts';
import { DrawRules } from './draw-rules.ts';
import { fields, hash, minute, requireForm, whole } from './forms.ts';
import { Ledger } from './ledger.ts';
import { Mismatch, requireEqual, requireThat } from './mismatch.ts';
import { sha256 } from '@noble/hashes/sha2.js';

export type PublishedFiles = {
  commitment: Uint8Array;
  /** Without it no card, seal or question is computed. */
  secret?: Uint8Array | undefined;
  ledger: AsyncIterable<Uint8Array>;
  /** The ledger's amendments as published. */
  amendments?: Uint8Array | undefined;
  /** The head that the ledger must end with. */
  head?: Uint8Array | undefined;
  /** Heads saved on earlier days that the ledger must go through. */
  through?: readonly Uint8Array[];
  /** The commitment as published before the start, hex. */
  expect?: string | undefined;
};
export type Verdict =
  | Awaited<ReturnType<typeof verified>>
  | { valid: false; fault: Mismatch['fault'] };

export const verifyCampaign = (files: PublishedFiles): Promise<Verdict> =>
  verified(files).catch((error: unknown) => {
    if (error instanceof Mismatch) return { valid: false as const, fault: error.fault };
    throw error;
  });

async function verified(files: PublishedFiles) {
  const document = readCommitment(textOf(files.commitment, 'commitment'));
  const hashed = sha256(files.commitment);
  const commitment = hexOf(hashed);
  requireEqual('commitment', 'the SHA-256 of the document', files.expect ?? commitment, commitment);
  const secret = files.secret && secretOf(files.secret, document);
  const head = files.head && headOf(files.head);
  const heads = [...(files.through ?? []).map(headOf), ...(head ? [head] : [])];
  const rules = new DrawRules(document, secret);
  const ledger = new Ledger(hashed, rules);
  const hashes = new Map([[0, commitment]]);
  await eachLine(files.ledger, (line, number) => {
    ledger.add(line, number);
    if (heads.some(({ entries }) => entries === number)) hashes.set(number, hexOf(ledger.hash));
  });
  if (files.amendments) checkAmendments(files.amendments, ledger);
  if (head) requireEqual('head', 'the number of entries', ledger.counts.entries, head.entries);
  for (const { at, entries, hash: saved } of heads) {
    const what = `the hash of the head of ${at} after ${entries} entries`;
    requireEqual('head', what, hashes.get(entries), saved);
  }
  return {
    valid: true as const,
    /** Whether cards, seals and questions were computed. */
    isWhole: secret !== undefined,
    campaign: document.campaign,
    commitment,
    ...ledger.counts,
    hash: hexOf(ledger.hash),
    daysApart: ledger.daysApart,
    draws: rules.draws,
    pools: secret ? [...rules.pools.values()] : [],
    lastDay: rules.to,
  };
}

/** Returns the secret's bytes if they match the commitment. Errors contain only its hash. */
function secretOf(file: Uint8Array, { secretSha256 }: DrawDocument): Uint8Array {
  const text = textOf(file, 'secret');
  const isHex = /^(?:[0-9a-f]{2}){32,}\n$/.test(text);
  const expected = '64 or more hex digits in lower case and an end of line';
  requireThat(isHex, 'secret', 'the file', expected, oddityOf(text));
  const pairs = text.match(/[0-9a-f]{2}/g) ?? [];
  const secret = Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16));
  requireEqual('secret', 'the SHA-256 of its bytes', secretSha256, hexOf(sha256(secret)));
  return secret;
}

/** A line feed after the head is allowed. */
function headOf(file: Uint8Array) {
  const head = parseCanonicalJson(textOf(file, 'head').replace(/\n$/, ''), 'head', 'the file');
  requireForm(head, fields({ at: minute, entries: whole, hash }), 'head');
  return head;
}

/** The ledger must have exactly the lines that were published while the campaign ran. */
function checkAmendments(file: Uint8Array, { amendments }: Ledger): void {
  const isSame = textOf(file, 'amendments') === amendments.map((line) => `${line}\n`).join('');
  requireThat(isSame, 'amendments', 'the file', 'the amendments of the ledger, byte for byte');
}

/** More than any entry has: a file without line feeds must not fill the memory. */
const lineMax = 65_536;
const lineFeed = 10;

/** @param see gets each line without its end, and its number from 1 */
async function eachLine(
  chunks: AsyncIterable<Uint8Array>,
  see: (line: string, number: number) => void,
): Promise<void> {
  let number = 1;
  let rest: Uint8Array = new Uint8Array();
  const requireShort = ({ length }: Uint8Array) =>
    requireThat(length <= lineMax, number, 'the length', `${lineMax} bytes or less`, 'more');
  for await (const chunk of chunks) {
    rest = new Uint8Array([...rest, ...chunk]);
    for (let end = rest.indexOf(lineFeed); end >= 0; end = rest.indexOf(lineFeed)) {
      const line = rest.subarray(0, end);
      requireShort(line);
      see(textOf(line, number), number);
      number += 1;
      rest = rest.subarray(end + 1);
    }
    requireShort(rest);
  }
  const torn = 'missing: the file was torn';
  requireThat(rest.length === 0, number, 'the end of the line', 'a line feed', torn);
}
