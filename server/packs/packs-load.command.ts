import type { Command } from 'commander';
import * as z from 'zod';
import { loadLaunched } from '@inaam/campaigns/loader/load-campaign.ts';
import { readPacksConfig } from '../operator/settings/operator-config.ts';
import { addCommand } from '../operator/add-command.ts';
import { RefusedError, type CommandResult, type Session } from '../operator/command-context.ts';
import { openFile } from '../operator/open-file.ts';
import {
  addWhoAndWhy,
  operatorOf,
  separatorOption,
  separatorShape,
  whoAndWhy,
} from '../operator/options.ts';
import { createProgress } from '../operator/progress.ts';
import { withOpenDatabase } from '../operator/with-database.ts';
import { rupees } from '../platform/format.ts';
import { printingKeysOf } from '../platform/keys.ts';
import { packCountMax } from '../platform/pack-cipher.ts';
import {
  collectLineProblems,
  describeProblems,
  type LineProblem,
  type LineProblems,
} from '../platform/line-problems.ts';
import { loadPackBatch, type LoadedCode, type LoadedCodes } from './load-packs.sql.ts';
import type { PackBatchRow } from './pack-batches.sql.ts';
import { createFormCheck, readPackFile, type PackLine } from './pack-file.ts';
import { addBatchOptions, noCodes } from './packs-make.command.ts';

const shape = {
  ...whoAndWhy,
  argument: z.string(),
  product: z.string().default(''),
  region: z.string().default(''),
  file: z.string(),
  codeColumn: z.string().optional(),
  ...separatorShape,
  replace: z.boolean().default(false),
  guessable: z.boolean().default(false),
  dryRun: z.boolean().default(false),
};
type Options = z.infer<z.ZodObject<typeof shape>>;

export function addPacksLoad(parent: Command, session: Session): void {
  addCommand(parent, session, {
    detail: [
      'A CSV file, or one code on each line: 6 to 32 letters and digits, all of one form; upper and lower case, blanks and hyphens make no difference. If there are more columns, the first line names them.',
      'All of them are loaded or none. A keyed hash of each is stored. The batch begins as a draft; until one of its codes is used, --replace loads another file in its place.',
    ].join('\n'),
    examples: [
      'packs load JUN-KOCHI --file codes.txt --dry-run',
      'packs load JUN-KOCHI --file codes.txt --product "Soda 200 ml" --region Kochi --why "order 4711"',
      'packs load JUN-KOCHI --file right.csv --code-column "Scratch code" --replace --why "the first file was of another order"',
    ],
    add: (command) => {
      addBatchOptions(command);
      command
        .requiredOption('--file <file>', 'the codes')
        .option('--code-column <name>', 'the column of the code')
        .addOption(separatorOption())
        .option('--replace', 'in place of the batch of this label')
        .option('--guessable', 'although more than one guess in a thousand million hits one')
        .option('--dry-run', 'show what would be loaded without changing anything');
      addWhoAndWhy(command);
    },
    shape,
    run: (options) => load(session, options),
  });
}

async function load({ context }: Session, options: Options): Promise<CommandResult> {
  const config = readPacksConfig(context.variables);
  const campaign = context.campaign ?? (await loadLaunched(config.campaign));
  if (campaign.packs?.kind !== 'unique' || campaign.packs.codes !== 'loaded') {
    throw noCodes(campaign);
  }
  const file = await openFile(options.file);
  return withOpenDatabase(context, config, async ({ database, clocks, id }) => {
    const { argument: label, product, region, replace, guessable, dryRun, ...who } = options;
    const at = clocks.wall();
    const operator = dryRun ? { by: 'dry run', reason: 'dry run', at } : operatorOf(who, at);
    const audit = { campaign: id, command: 'packs load', operator, details: { guessable } };
    const { packIndex } = printingKeysOf(config.secrets, id);
    const progress = createProgress(context);
    const show = () => progress.show('Reading', file.share());
    const given = { label, product, region, audit, isReplaced: replace, isDryRun: dryRun };
    const problems = collectLineProblems(linesOfKindMax);
    const read = { problems, codes: 0, first: '', last: '' };
    const known = await loadPackBatch(database, id, given, async (loading) => {
      const lines = readPackFile(file.read(), options);
      const isGuessable = await readCodes({ lines, packIndex, show }, loading, read);
      if (isGuessable && !guessable) problems.add({ line: 1, kind: guessableKind });
      return problems.count() === 0 && read.codes > 0 ? { ...read, isGuessable } : undefined;
    }).finally(() => progress.clear());
    if (known) throw new RefusedError(knownSentence(known));
    if (problems.count() > 0) throw new RefusedError(describeProblems(problems));
    if (read.codes === 0)
      throw new RefusedError(`Nothing was loaded: ${options.file} has no codes.`);
    return answerOf(id, options, read);
  });
}

const linesOfKindMax = 20;
const knownKind = 'its code is there already, here or in another batch';
const guessableKind =
  'and the others can be guessed: fewer than a thousand million of their form are possible for each. Ask for longer ones, or add --guessable, and say why';
const linesAtOnce = 2000;

type Read = { problems: LineProblems; codes: number; first: string; last: string };
type Source = {
  lines: AsyncIterable<PackLine | LineProblem>;
  packIndex: (code: string) => Buffer;
  show: () => void;
};

/** @returns whether they can be guessed */
async function readCodes(
  { lines, packIndex, show }: Source,
  loading: LoadedCodes,
  read: Read,
): Promise<boolean> {
  const forms = createFormCheck(linesOfKindMax);
  let piece: LoadedCode[] = [];
  const flush = async () => {
    for (const known of await loading.add(piece)) {
      read.problems.add({ line: known, kind: knownKind });
    }
    piece = [];
    show();
  };
  for await (const one of lines) {
    if ('kind' in one) {
      read.problems.add(one);
      continue;
    }
    const { line, written, code } = one;
    forms.add(one);
    piece.push({ line, pack: packIndex(code) });
    read.codes += 1;
    if (read.codes === 1) read.first = written;
    read.last = written;
    if (piece.length === linesAtOnce) await flush();
  }
  await flush();
  forms.addTo(read.problems);
  if (read.codes > packCountMax) {
    throw new RefusedError('The file has too many codes for one batch. Split it.');
  }
  return forms.isGuessable();
}

const knownSentence = ({ label, codes, used }: PackBatchRow) =>
  used === 0
    ? `There is a batch ${label} of ${rupees(codes)} codes already, of which none was used: --replace loads this file in its place. Nothing was loaded.`
    : `There is a batch ${label} already, and ${rupees(used)} of its codes were used. Write another label. Nothing was loaded.`;

function answerOf(
  campaign: string,
  { argument: label, dryRun }: Options,
  { codes, first, last }: Read,
): CommandResult {
  const text = dryRun
    ? `Dry run: nothing was changed. ${rupees(codes)} codes of ${label} would be loaded, from ${first} to ${last}.`
    : `${rupees(codes)} codes of ${label} are loaded. Open it in the console when the packs are on sale.`;
  return { text, json: { campaign, label, codes, ...(dryRun && { first, last }) } };
}
