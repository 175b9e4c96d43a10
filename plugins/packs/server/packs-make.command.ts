import path from 'node:path';
import { InvalidArgumentError, Option, type Command } from 'commander';
import * as z from 'zod';
import { loadLaunched } from '@inaam/campaigns/loader/load-campaign.ts';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { shownPackCode } from '../pack-code.ts';
import { packLabel } from '../contract.ts';
import { assertRings } from '@inaam/server/operator/settings/program-config.ts';
import { readRingsConfig } from '@inaam/server/operator/settings/operator-config.ts';
import {
  commandOf,
  flagOption,
  optionOf,
  textOption,
  wholeNumber,
} from '@inaam/server/operator/add-command.ts';
import {
  RefusedError,
  UsageError,
  type CommandContext,
  type CommandResult,
} from '@inaam/server/operator/command-context.ts';
import { operatorOf, whoAndWhy } from '@inaam/server/operator/options.ts';
import { createProgress } from '@inaam/server/operator/progress.ts';
import { withOpenDatabase, type DatabaseContext } from '@inaam/server/operator/with-database.ts';
import { recordAudit } from '@inaam/server/database/audit-log.ts';
import { rupees } from '@inaam/server/platform/format.ts';
import { ringKeysOf } from '@inaam/server/platform/keys.ts';
import { writeNewFile } from '@inaam/server/platform/new-files.ts';
import { packCountMax, packKeys } from './pack-cipher.ts';
import { makePackBatch, readPackBatch } from './pack-batches.sql.ts';
import { packLink } from './batches.rules.ts';

export const batchShape = {
  product: optionOf(new Option('--product <name>', 'what is in the packs'), z.string().default('')),
  region: optionOf(new Option('--region <name>', 'where they are sold'), z.string().default('')),
};
const shape = {
  argument: z.string(),
  ...batchShape,
  count: z.number().optional(),
  out: textOption('--out <file>', 'a list (.csv) that does not exist yet'),
  again: flagOption('--again', 'write the codes of a batch that was made before'),
  ...whoAndWhy,
};
type Options = z.infer<z.ZodObject<typeof shape>>;

export const addPacksMake = commandOf({
  detail: [
    'A batch begins as a draft: its codes are accepted once a manager opens it in the console. No list of codes is stored; with --again the same ones are written again, from PACK_KEYS. Anybody who has the files can use the codes: hand them to the printer alone, and delete them.',
    'Where the campaign only counts batches, it registers the batch and shows the link that their QR code opens.',
  ].join('\n'),
  examples: [
    'packs make JUN-KOCHI --count 1000000 --product "Soda 200 ml" --region Kochi --out jun-kochi.csv --why "order 4711"',
    'packs make JUN-KOCHI --again --out jun-kochi.csv --why "the printer lost the file"',
  ],
  add: addMakeOptions,
  shape,
  run: (options, { context }) => make(context, options),
});

export function labelOption(text: string): string {
  if (packLabel.test(text)) return text;
  throw new InvalidArgumentError('Write up to 32 letters, digits and hyphens, such as JUN-KOCHI.');
}

export function addLabel(command: Command): void {
  command.argument('<label>', 'of the batch, in the ledger and the figures', labelOption);
}

function addMakeOptions(command: Command): void {
  addLabel(command);
  command.option('--count <packs>', 'how many codes', wholeNumber(1, packCountMax));
}

async function make(context: CommandContext, options: Options): Promise<CommandResult> {
  const config = readRingsConfig(context.variables);
  const campaign = context.campaign ?? (await loadLaunched(config.campaign));
  const { packs } = campaign;
  if (packs?.kind === 'batch') {
    return withOpenDatabase(context, config, (open) =>
      register(open, options, config.publicOrigin),
    );
  }
  if (packs?.codes !== 'made') throw noCodes(campaign);
  assertRings(campaign, config.secrets);
  const { argument, out } = options;
  if (out === undefined || path.extname(out).toLowerCase() !== '.csv') {
    throw new UsageError('--out must end in .csv.');
  }
  return withOpenDatabase(context, config, async (open) => {
    const keys = ringKeysOf(config.secrets, open.id);
    const { packCode } = packKeys(keys, open.id);
    const batch = await batchOf(open, options, keys.ringOf('PACK_KEYS')[0]?.id ?? 0);
    const progress = createProgress(context);
    function* lines() {
      yield 'code,printed,link\n';
      for (let serial = 0; serial < batch.codes; serial++) {
        const code = packCode({ key: batch.key, batch: batch.batch, serial });
        yield `${code},${shownPackCode(code)},${packLink(config.publicOrigin, code)}\n`;
        progress.show('Writing', (serial + 1) / batch.codes);
      }
    }
    await writeNewFile(out, lines()).finally(() => progress.clear());
    const next = batch.isNew ? ' Open it in the console when the packs are on sale.' : '';
    return {
      text: `${rupees(batch.codes)} codes of ${argument} in ${out}.${next}`,
      json: { campaign: open.id, label: argument, codes: batch.codes, out },
    };
  });
}

type Batch = { batch: number; codes: number; key: number; isNew: boolean };

async function batchOf(
  { database, clocks, id }: DatabaseContext,
  { argument: label, product, region, count, again, ...who }: Options,
  newestKey: number,
): Promise<Batch> {
  const operator = operatorOf(who, clocks.wall());
  const auditOf = (codes: number) => ({
    campaign: id,
    command: 'packs make',
    operator,
    details: { label, codes, again },
  });
  const known = await readPackBatch(database, id, label);
  if (!again) {
    if (count === undefined) throw new UsageError('Write how many codes: --count 1000000.');
    const batch = { label, product, region, codes: count, key: newestKey };
    const made = known
      ? undefined
      : await makePackBatch(database, id, { ...batch, audit: auditOf(count) });
    if (!made) {
      throw new RefusedError(
        `There is a batch ${label} already. Write another label, or --again for its codes.`,
      );
    }
    return { ...batch, ...made, isNew: true };
  }
  if (known?.key === undefined || known.key === null) {
    throw new RefusedError(`There is no batch ${label} whose codes were made here.`);
  }
  await recordAudit(database, auditOf(known.codes));
  const { batch, codes, key } = known;
  return { batch, codes, key, isNew: false };
}

async function register(
  { database, clocks, id }: DatabaseContext,
  { argument: label, product, region, count, out, ...who }: Options,
  site: string,
): Promise<CommandResult> {
  if (count !== undefined || out !== undefined) {
    throw new UsageError('The packs of this campaign have no codes: leave --count and --out out.');
  }
  const operator = operatorOf(who, clocks.wall());
  const audit = { campaign: id, command: 'packs make', operator, details: {} };
  const batch = { label, product, region, codes: 0, key: null };
  const made = await makePackBatch(database, id, { ...batch, audit });
  if (!made) throw new RefusedError(`There is a batch ${label} already.`);
  const link = packLink(site, label);
  return {
    text: `${label} is counted from now on. The link of its packs: ${link}`,
    json: { campaign: id, label, link },
  };
}

export const noCodes = ({ id, packs }: Pick<ServerCampaign, 'id' | 'packs'>) =>
  new RefusedError(
    packs === undefined
      ? `The packs of "${id}" have no codes: it has no packs.json (plugins/packs/guide.md).`
      : `packs.json of "${id}" says who makes the codes of its packs: use the other command.`,
  );
