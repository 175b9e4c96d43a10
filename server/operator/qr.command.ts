import { Option, type Command } from 'commander';
import * as z from 'zod';
import { addCommand, wholeNumber } from './add-command.ts';
import { writeNewFile } from '../platform/new-files.ts';
import { UsageError, type CommandResult, type Session } from './command-context.ts';
import {
  qrLink,
  type LinkValues,
  correctionLevels,
  moduleMmMin,
  qrPicture,
  quietModules,
  type QrPicture,
  qrSvg,
} from './qr-picture.ts';

export function addQr(parent: Command, session: Session): void {
  addCommand(parent, session, {
    detail:
      'With the quiet zone, black on white. The link has utm_source=qrcode, which the site requires, and what you add to tell the packs or shops apart in the console. Needs no database.',
    examples: [
      'qr --site https://win.example --campaign diwali --out pack.svg',
      'qr --site https://win.example --id shop-17 --size 40 --level H --out shop-17.svg',
    ],
    add: addQrOptions,
    shape: qrShape,
    run: write,
  });
}

function addQrOptions(command: Command): void {
  command
    .requiredOption('--site <origin>', 'where shoppers reach the site')
    .option('--campaign <value>', 'utm_campaign of the link')
    .option('--medium <value>', 'utm_medium of the link')
    .option('--content <value>', 'utm_content of the link')
    .option('--term <value>', 'utm_term of the link')
    .option('--id <value>', 'id of the link, such as that of a shop')
    .requiredOption('--out <file>', 'a file that is not there yet, ending in .svg')
    .addOption(
      new Option('--level <level>', 'error correction: 7, 15, 25 or 30 % may be lost')
        .choices(correctionLevels)
        .default('Q'),
    )
    .option(
      '--size <mm>',
      'length of a side in millimetres, with the quiet zone',
      wholeNumber(10, 2000),
      30,
    );
}

const value = z.string().optional();
const qrShape = {
  site: z.string(),
  campaign: value,
  medium: value,
  content: value,
  term: value,
  id: value,
  out: z.string(),
  level: z.enum(correctionLevels),
  size: z.number(),
};
type QrOptions = z.infer<z.ZodObject<typeof qrShape>>;

async function write(options: QrOptions): Promise<CommandResult> {
  const { out } = options;
  if (!out.toLowerCase().endsWith('.svg')) {
    throw new UsageError('--out must be a file that ends in .svg.');
  }
  const picture = pictureOf(options);
  await writeNewFile(out, [qrSvg(picture, options.size)]);
  const facts = factsOf(picture, options);
  return {
    text: `${out}: ${picture.text}\n${inWords(facts)}`,
    json: { file: out, link: picture.text, ...facts },
  };
}

function pictureOf(options: QrOptions): QrPicture {
  const { campaign, medium, content, term, id } = options;
  const given: Record<string, string | undefined> = {
    utm_campaign: campaign,
    utm_medium: medium,
    utm_content: content,
    utm_term: term,
    id,
  };
  const values: LinkValues = Object.fromEntries(
    Object.entries(given).filter(([, text]) => text !== undefined),
  );
  const picture = qrPicture(qrLink(options.site, values), options.level);
  const minMm = Math.ceil(picture.modules * moduleMmMin);
  if (options.size < minMm) {
    throw new UsageError(
      `This link needs ${minMm} mm or more: in ${options.size} mm a module would be smaller than ${moduleMmMin} mm, which many phones cannot read. Use --size ${minMm}, a shorter link, or a lower --level.`,
    );
  }
  return picture;
}

const factsOf = ({ modules, level }: QrPicture, { size }: QrOptions) => ({
  sizeMm: size,
  moduleMm: Math.round((size / modules) * 100) / 100,
  modules: modules - 2 * quietModules,
  quietModules,
  level,
});

const inWords = ({ sizeMm, moduleMm, modules, level }: ReturnType<typeof factsOf>) =>
  `${sizeMm} × ${sizeMm} mm with quiet zone, ${modules} × ${modules} modules of ${moduleMm} mm, error correction ${level}. Print nothing in the quiet zone, and scan a proof with a phone before you print them all.`;
