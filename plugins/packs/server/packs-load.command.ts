import * as z from 'zod';
import { loadLaunched } from '@inaam/campaigns/loader/load-campaign.ts';
import { readRingsConfig } from '@inaam/server/operator/settings/operator-config.ts';
import {
  commandOf,
  flagOption,
  requiredOption,
  textOption,
} from '@inaam/server/operator/add-command.ts';
import {
  RefusedError,
  type CommandContext,
  type CommandResult,
} from '@inaam/server/operator/command-context.ts';
import { openFile } from '@inaam/server/operator/open-file.ts';
import { operatorOf, separatorShape, whoAndWhy } from '@inaam/server/operator/options.ts';
import { createProgress } from '@inaam/server/operator/progress.ts';
import { withOpenDatabase } from '@inaam/server/operator/with-database.ts';
import { rupees } from '@inaam/server/platform/format.ts';
import { ringKeysOf } from '@inaam/server/platform/keys.ts';
import { packCountMax, packKeys } from './pack-cipher.ts';
import {
  collectLineProblems,
  describeProblems,
  type LineProblem,
  type LineProblems,
} from '@inaam/server/platform/line-problems.ts';
import {
  loadPackBatch,
  type LoadedCode,
  type LoadedCodes,
  type PackBatchRow,
} from './pack-batches.sql.ts';
import { createFormCheck, readPackFile, type PackLine } from './pack-file.ts';
import { addLabel, batchShape, noCodes } from './packs-make.command.ts';

const shape = {
  argument: z.string(),
  ...batchShape,
  file: requiredOption('--file <file>', 'the codes'),
  codeColumn: textOption('--code-column <name>', 'the column of the code'),
  ...separatorShape,
  replace: flagOption('--replace', 'replace the batch of this label'),
  guessable: flagOption(
    '--guessable',
    'even if more than one guess in a thousand million hits one',
  ),
  dryRun: flagOption('--dry-run', 'show what would be loaded without changing anything'),
  ...whoAndWhy,
};
type Options = z.infer<z.ZodObject<typeof shape>>;

export const addPacksLoad = commandOf({
  detail: [
    'A CSV file, or one code on each line: 6 to 32 letters and digits, all of one form; upper and lower case, blanks and hyphens make no difference. If there are more columns, the first line names them.',
    'All of them are loaded or none. A keyed hash of each is stored. The batch begins as a draft; until one of its codes is used, --replace loads another file in its place.',
  ].join('\n'),
  examples: [
    'packs load JUN-KOCHI --file codes.txt --dry-run',
    'packs load JUN-KOCHI --file codes.txt --product "Soda 200 ml" --region Kochi --why "order 4711"',
    'packs load JUN-KOCHI --file right.csv --code-column "Scratch code" --replace --why "the first file was of another order"',
  ],
  add: addLabel,
  shape,
  run: (options, { context }) => load(context, options),
});

async function load(context: CommandContext, options: Options): Promise<CommandResult> {
  const config = readRingsConfig(context.variables);
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
    const { packIndex } = packKeys(ringKeysOf(config.secrets, id), id);
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
    const { codes, first, last } = read;
    const text = dryRun
      ? `Dry run: nothing was changed. ${rupees(codes)} codes of ${label} would be loaded, from ${first} to ${last}.`
      : `${rupees(codes)} codes of ${label} are loaded. Open it in the console when the packs are on sale.`;
    return { text, json: { campaign: id, label, codes, ...(dryRun && { first, last }) } };
  });
}

const linesOfKindMax = 20;
const knownKind = 'its code already exists, here or in another batch';
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
