import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { Command } from 'commander';
import * as z from 'zod';
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { isPackCode, plainPackCode } from '@inaam/contract/pack-code.ts';
import { readPacksConfig } from '../main/settings/operator-config.ts';
import { addCommand } from '../operator/add-command.ts';
import { RefusedError, type CommandResult, type Session } from '../operator/command-context.ts';
import { addWhoAndWhy, operatorOf, whoAndWhy } from '../operator/options.ts';
import { createProgress } from '../operator/progress.ts';
import { withOpenDatabase } from '../operator/with-database.ts';
import { rupees } from '../platform/format.ts';
import { printingKeysOf } from '../platform/keys.ts';
import { packCountMax } from '../platform/pack-cipher.ts';
import { collectLineProblems, type LineProblems } from '../vouchers/line-problems.ts';
import { loadPackBatch, type LoadedCode, type LoadedCodes } from './pack-batches.sql.ts';
import { addBatchOptions, noCodes } from './packs-make.command.ts';

const shape = {
  ...whoAndWhy,
  argument: z.string(),
  product: z.string().default(''),
  region: z.string().default(''),
  file: z.string(),
};
type Options = z.infer<z.ZodObject<typeof shape>>;

export function addPacksLoad(parent: Command, session: Session): void {
  addCommand(parent, session, {
    detail:
      'One code on each line, of 6 to 32 letters and digits; upper and lower case, blanks and hyphens make no difference. All of them are loaded or none. A keyed hash of each is stored. The batch begins as a draft.',
    examples: [
      'packs load JUN-KOCHI --file codes.txt --product "Soda 200 ml" --region Kochi --why "order 4711"',
    ],
    add: (command) => {
      addBatchOptions(command);
      command.requiredOption('--file <file>', 'the codes');
      addWhoAndWhy(command);
    },
    shape,
    run: (options) => load(session, options),
  });
}

async function load(
  { context }: Session,
  { argument: label, product, region, file, ...who }: Options,
): Promise<CommandResult> {
  const config = readPacksConfig(context.variables);
  const campaign = context.campaign ?? (await loadCampaign(config.campaign));
  if (campaign.packs?.kind !== 'unique' || campaign.packs.codes !== 'loaded') {
    throw noCodes(campaign);
  }
  return withOpenDatabase(context, config, async ({ database, clocks, id }) => {
    const audit = {
      campaign: id,
      command: 'packs load',
      operator: operatorOf(who, clocks.wall()),
      details: {},
    };
    const { packIndex } = printingKeysOf(config.secrets, id);
    const problems = collectLineProblems(linesOfKindMax);
    const progress = createProgress(context);
    const loaded = await loadPackBatch(
      database,
      id,
      { label, product, region, audit },
      async (loading) => {
        const source = {
          file,
          packIndex,
          onRead: (share: number) => progress.show('Reading', share),
        };
        const codes = await readCodes(source, loading, problems);
        return problems.count() === 0 && codes > 0 ? { codes } : undefined;
      },
    ).finally(() => progress.clear());
    if (loaded) {
      return {
        text: `${rupees(loaded.codes)} codes of ${label} are loaded. Open it in the console when the packs are on sale.`,
        json: { campaign: id, label, codes: loaded.codes },
      };
    }
    throw new RefusedError(refusalOf(problems, label));
  });
}

const linesOfKindMax = 20;
const linesAtOnce = 2000;

type Source = {
  file: string;
  packIndex: (code: string) => Buffer;
  onRead: (share: number) => void;
};

async function readCodes(
  { file, packIndex, onRead }: Source,
  loading: LoadedCodes,
  problems: LineProblems,
): Promise<number> {
  const { size } = await stat(file).catch(() => {
    throw new RefusedError(`${file} cannot be read. Nothing was loaded.`);
  });
  const input = createReadStream(file, 'utf8');
  let [line, codes] = [0, 0];
  let piece: LoadedCode[] = [];
  const flush = async () => {
    for (const known of await loading.add(piece)) {
      problems.add({ line: known, kind: 'its code is there already, here or in another batch' });
    }
    codes += piece.length;
    piece = [];
    onRead(Math.min(input.bytesRead / Math.max(size, 1), 1));
  };
  for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    line += 1;
    const code = plainPackCode(text.replace(/^\uFEFF/, ''), 'loaded');
    if (code === '') continue;
    if (isPackCode(code, 'loaded')) piece.push({ line, pack: packIndex(code) });
    else problems.add({ line, kind: 'is not 6 to 32 letters and digits' });
    if (piece.length === linesAtOnce) await flush();
  }
  await flush();
  if (codes > packCountMax) throw new RefusedError('The file has too many codes for one batch.');
  return codes;
}

function refusalOf(problems: LineProblems, label: string): string {
  const count = problems.count();
  if (count === 0) {
    return `Nothing was loaded: the file has no code, or there is a batch ${label} already.`;
  }
  const lines = problems
    .kinds()
    .flatMap((kind) => [
      ...kind.lines.map((one) => `  line ${one.line}: ${one.kind}`),
      ...(kind.count > kind.lines.length
        ? [`  and ${rupees(kind.count - kind.lines.length)} more of this kind`]
        : []),
    ]);
  const head = count === 1 ? '1 line is' : `${rupees(count)} lines are`;
  return [`Nothing was loaded: ${head} wrong.`, ...lines].join('\n');
}
