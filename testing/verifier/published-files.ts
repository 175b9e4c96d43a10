// A campaign's published files, and the verdict on them.
import { verifyCampaign, type Verdict } from '@inaam/verifier/verify-campaign.ts';
import {
  chain,
  commitmentOf,
  documentOf,
  generateEntries,
  inOrder,
  sealed,
  secret,
  smallPlan,
  type Entry,
  type Plan,
} from './honest-campaign.ts';

export type Published = {
  commitment: string | Buffer;
  secret?: string | Buffer;
  ledger: string | Buffer;
  amendments?: string;
  head?: string;
  /** Heads that others saved. */
  through?: readonly string[];
  expect?: string;
};
/** The files of a finished campaign. */
export type FinishedCampaign = Record<
  'commitment' | 'secret' | 'ledger' | 'amendments' | 'head',
  string
>;

/** Builds a campaign's files; omitted ones are valid. `entries` are chained in the given order. */
export function publish(
  changed: { document?: string; entries?: readonly Entry[]; secret?: string } = {},
): FinishedCampaign {
  const document = changed.document ?? documentOf(smallPlan);
  const commitment = commitmentOf(document);
  const next = chain(commitment);
  let previous = commitment.toString('hex');
  const lines = (changed.entries ?? validEntries()).map((entry) => {
    const isOpen = entry['kind'] === 'amended' && entry['seal'] === undefined;
    const chained = next(inOrder(isOpen ? sealed(entry, previous) : entry));
    previous = chained.hash;
    return { ...chained, isAmended: entry['kind'] === 'amended' };
  });
  const hash = lines.at(-1)?.hash ?? commitment.toString('hex');
  return {
    commitment: document,
    secret: changed.secret ?? `${secret.toString('hex')}\n`,
    ledger: lines.map(({ line }) => line).join(''),
    amendments: lines.flatMap(({ line, isAmended }) => (isAmended ? [line] : [])).join(''),
    head: inOrder({ at: '2025-05-16T00:00Z', entries: lines.length, hash }),
  };
}

export const validEntries = (plan: Plan = smallPlan, most = 400, seed = 1) => [
  ...generateEntries(plan, most, seed),
];

/** @param chunkBytes how much of the ledger is read at once */
export async function verdictOf(files: Published, chunkBytes = 65_536): Promise<Verdict> {
  const { commitment, secret: revealed, ledger, amendments, head, through = [], expect } = files;
  return verifyCampaign({
    commitment: bytes(commitment),
    secret: some(revealed),
    ledger: chunksOf(bytes(ledger), chunkBytes),
    amendments: some(amendments),
    head: some(head),
    through: through.map(bytes),
    expect,
  });
}

const bytes = (content: string | Buffer) => Buffer.from(content);
const some = (content: string | Buffer | undefined) =>
  content === undefined ? undefined : bytes(content);

async function* chunksOf(content: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size);
}
