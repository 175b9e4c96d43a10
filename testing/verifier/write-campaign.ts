// Program for measurements: writes a valid campaign of any length in constant memory. `node
// testing/verifier/write-campaign.ts FOLDER LINES`.
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  chain,
  commitmentOf,
  documentOf,
  generateEntries,
  inOrder,
  secret,
  smallPlan,
} from './honest-campaign.ts';

const [folder = '.', count = '1000000'] = process.argv.slice(2);
const lines = Number(count);
const plan = {
  ...smallPlan,
  deck: { blocks: Math.ceil(lines / 3000), cards: [700, 250, 50], denominations: [3, 5, 10] },
  fixed: smallPlan.fixed.map((fixed) => ({ ...fixed, rewards: lines })),
  programme: { from: '2025-05-06', to: '2025-09-15' },
  whenDeckEnds: { kind: 'reserve' as const, amount: 3, rewards: lines },
};
const document = documentOf(plan);
const commitment = commitmentOf(document);
const next = chain(commitment);
const file = createWriteStream(path.join(folder, 'ledger.jsonl'));
let entries = 0;
let last = commitment.toString('hex');
for (const entry of generateEntries(plan, lines)) {
  const { line, hash } = next(inOrder(entry));
  entries += 1;
  last = hash;
  if (!file.write(line)) await once(file, 'drain');
}
file.end();
await once(file, 'finish');
await writeFile(path.join(folder, 'commitment.json'), document);
await writeFile(path.join(folder, 'secret.txt'), `${secret.toString('hex')}\n`);
const head = inOrder({ at: '2025-09-17T00:00Z', entries, hash: last });
await writeFile(path.join(folder, 'head.json'), head);
