// Parses one line of the ledger into an entry. Rejects any deviation from the format.
import { oddityOf, parseCanonicalJson } from './canonical-json.ts';
import * as form from './forms.ts';
import { requireThat } from './mismatch.ts';

const { day, fields, oneOf, whole } = form;
const common = { at: form.minute, campaign: form.text, day, number: whole };
const personal = { ...common, pseudonym: form.pseudonym, state: form.text };
const promise = oneOf('chance', 'fixed', 'none', 'reserve');
/** Of a promised card alone, which the rules decide. */
const card = { block: whole, draw: whole };

const verified = fields(
  { ...personal, kind: oneOf('verified'), promise },
  { ...card, batch: form.batchLabel, of: form.pseudonym },
);
const reward = oneOf('chance', 'fixed', 'reserve');
const granted = fields(
  { ...personal, amount: whole, kind: oneOf('granted'), promise, reward },
  card,
);
const bonus = fields(
  { ...personal, amount: whole, kind: oneOf('bonus'), question: whole },
  { draw: whole },
);
const amended = fields({
  ...common,
  blocks: whole,
  fixed: form.listOf(whole),
  kind: oneOf('amended'),
  reserve: whole,
  seal: form.hash,
  to: day,
});
const forms = { verified, granted, bonus, amended };

export type Verified = form.Of<typeof verified>;
export type Granted = form.Of<typeof granted>;
export type Bonus = form.Of<typeof bonus>;
/** Changes the commitment. */
export type Amended = form.Of<typeof amended>;
export type Entry = Verified | Granted | Bonus | Amended;

/** @param line from 1 */
export function parseEntry(content: string, line: number): Entry {
  const entry = parseCanonicalJson(content, line, 'the entry');
  const own = Object.entries(forms).find(([kind]) => kind === entry['kind']);
  requireThat(own !== undefined, line, 'kind', 'verified, granted, bonus or amended');
  form.requireForm<Entry>(entry, own[1], line);
  return entry;
}

/** The hashed text of a line, and the hash that it claims. */
export function splitLine(line: string, number: number) {
  const form = /^\{"entry":(.+),"hash":"([0-9a-f]{64})"\}$/;
  const [, content = '', claimed = ''] = form.exec(line) ?? [];
  const expected = '{"entry":…,"hash":"64 hex digits in lower case"}';
  requireThat(claimed !== '', number, 'the line', expected, oddityOf(line));
  return { content, claimed };
}
