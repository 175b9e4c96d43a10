// Writes the folder of a new campaign: another campaign's, with its own facts. Amounts, words and
// pictures stay the other's until somebody changes them.
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { pluginFilesOf, bonusesOf } from '@inaam/campaigns/loader/plugin-files.ts';
import { textOfFile } from '@inaam/campaigns/loader/read-json.ts';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { RefusedError, UsageError } from '@inaam/server/operator/command-context.ts';
import { indianDay, dayMs } from '@inaam/server/platform/period.rules.ts';

const object = z.record(z.string(), z.unknown());
/**
 * Writes and loads it; removes the folder if it is not valid.
 * @param folder of the campaigns
 * @param like the id of the campaign to begin with
 * @throws RefusedError if the folder exists; CampaignError with every problem of the answers
 */
export async function writeCampaign(
  folder: string,
  like: string,
  { languages, ...answers }: CampaignAnswers & { languages: readonly string[] | undefined },
): Promise<ServerCampaign> {
  const other = await loadCampaign(like, folder);
  const chosen = languages ?? other.languages;
  const unknown = chosen.filter((language) => !other.languages.includes(language));
  if (unknown.length > 0) {
    throw new UsageError(
      `--languages: "${like}" has no words in ${unknown.join(', ')}. Take some of ${other.languages.join(', ')}, and add others later.`,
    );
  }
  const target = path.join(folder, answers.id);
  try {
    await mkdir(target);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') {
      throw new RefusedError(`${target} already exists: nothing was written. Choose another id.`);
    }
    throw error;
  }
  try {
    await copyFiles(path.join(folder, like), target, { other, answers, languages: chosen });
    return await loadCampaign(answers.id, folder);
  } catch (error) {
    await rm(target, { recursive: true });
    throw error;
  }
}

/** Leaves out the images of the other campaign's product, which has its name on the pack. */
const isCopied = (file: string) => !/^(?:.*\.avif|sounds\.mp3|source)$/.test(path.basename(file));

type Copied = { other: ServerCampaign; answers: CampaignAnswers; languages: readonly string[] };

async function copyFiles(
  from: string,
  to: string,
  { other, answers, languages }: Copied,
): Promise<void> {
  const words = languages.map((language) => path.join('words', `${language}.json`));
  for (const part of ['art', ...words, 'states.json', ...pluginFilesOf(other)]) {
    await cp(path.join(from, part), path.join(to, part), { recursive: true, filter: isCopied });
  }
  await writeBrand(path.join(to, 'words'), answers.brand);
  const write = (name: string, value: unknown) => writeFile(path.join(to, name), jsonText(value));
  const campaign = object.parse(await jsonIn(path.join(from, 'campaign.json')));
  const fixed = ownRewards(other, answers);
  await write('campaign.json', { ...ownFacts(campaign, answers), languages });
  await write('rewards.json', { outcomes: other.outcomes, fixed });
  await write('draw.json', ownDraw(other, fixed, answers));
  await write('sms.json', ownSms(answers, other.outcomes, other.redeemAt));
}

const jsonIn = async (file: string): Promise<unknown> =>
  JSON.parse(textOfFile(await readFile(file)));

/** As the formatter writes it: a list of plain values on one line, if it fits. */
function jsonText(value: unknown): string {
  const text = JSON.stringify(value, null, 2);
  const lists = text.replaceAll(
    /^(.*)\[\n([^[\]{}]*)\n\s*\](,?)$/gm,
    (list, start, items, comma) => {
      const line = `${start}[${items.trim().replaceAll(/\n\s*/g, ' ')}]${comma}`;
      return line.length <= lineMax ? line : list;
    },
  );
  return `${lists}\n`;
}

const lineMax = 100;

const wordsFile = z.looseObject({ entry: z.looseObject({ brand: z.string() }) });

/** The same in every language; somebody may write the name in other letters later. */
async function writeBrand(words: string, brand: string): Promise<void> {
  for (const name of await readdir(words)) {
    const file = path.join(words, name);
    const { entry, ...others } = wordsFile.parse(await jsonIn(file));
    const own = { ...others, entry: { ...entry, brand } };
    await writeFile(file, `${JSON.stringify(own, null, 2)}\n`);
  }
}

function ownFacts(like: z.infer<typeof object>, answers: CampaignAnswers) {
  const { id, name, promoter, from, until } = answers;
  // Each campaign says for itself which words it takes unread.
  const { unreviewedLanguages: _, ...others } = like;
  return {
    ...others,
    id,
    name,
    promoter,
    contest: id,
    programme: { from, to: until },
    packPrice: 10,
    contacts: { email: 'support@example.com', phone: '1800 000 0000' },
    // The other campaign's analytics must not see the visitors of this one.
    tags: {},
  };
}

/** Without laws that have ended. One that held already holds from the first day on. */
function ownRewards(
  { fixed, programme }: ServerCampaign,
  { from }: CampaignAnswers,
): ServerCampaign['fixed'] {
  return fixed
    .filter(({ until }) => until === null || until >= from)
    .map((reward) =>
      reward.from > programme.from && reward.from > from ? reward : { ...reward, from },
    );
}

function ownDraw(
  other: ServerCampaign,
  fixed: ServerCampaign['fixed'],
  { from, until }: CampaignAnswers,
) {
  const { deck, pacing, whenDeckEnds } = other.draw;
  const days = Math.round((Date.parse(until) - Date.parse(from)) / dayMs) + 1;
  const blocks = pacing === null || Number.isNaN(days) ? deck.blocks : Math.max(deck.blocks, days);
  const cards = Object.entries(deck.cards).map(([amount, rewards]) => ({
    amount: Number(amount),
    rewards: rewards * blocks,
  }));
  const reserve = whenDeckEnds.kind === 'reserve' ? [whenDeckEnds] : [];
  const pools = [...cards, ...reserve, ...fixed, ...bonusesOf(other)];
  const budgetRupees = pools.reduce((sum, { amount, rewards }) => sum + amount * rewards, 0);
  return { ...other.draw, deck: { ...deck, blocks }, budgetRupees };
}

const template = (number: number, text: string) => ({
  dlt: {
    entityId: '1101000000000000000',
    headerId: 'INAAMB',
    templateId: `1107${String(number).padStart(15, '0')}`,
  },
  category: 'service-implicit',
  text,
});

/** Texts that obey the rules of registration; each has to be registered and gets its own id. */
function ownSms(
  { name }: CampaignAnswers,
  outcomes: readonly { amount: number }[],
  redeemAt: string,
) {
  const voucher = (amount: number) =>
    `Congratulations! Your Rs. ${amount} gift voucher from ${name} is {code}. Use it at ${redeemAt} until {validUntil}.`;
  return {
    language: 'en',
    urls: [],
    otp: template(
      1,
      `{code} is your OTP for ${name}. It is valid for {minutes} minutes. Do not share it with anyone.\n\n@{host} #{code}`,
    ),
    vouchers: Object.fromEntries(
      outcomes.map(({ amount }, at) => [String(amount), template(at + 2, voucher(amount))]),
    ),
  };
}

export type CampaignAnswers = {
  id: string;
  name: string;
  /** A short name, shown beside the menu. */
  brand: string;
  promoter: string;
  /** First and last day in India, `YYYY-MM-DD`. */
  from: string;
  until: string;
};

const brandLengthMax = 12;

/** The first words of a name, as many as fit beside the menu on a phone; at least one. */
function shortName(name: string): string {
  const [first = '', ...others] = name.split(/\s+/);
  let short = first;
  for (const word of others) {
    if (`${short} ${word}`.length > brandLengthMax) break;
    short = `${short} ${word}`;
  }
  return short;
}

type Given = Pick<CampaignAnswers, 'id' | 'name' | 'promoter'> & {
  brand?: string | undefined;
  from?: string | undefined;
  until?: string | undefined;
};

/** @param now the campaign's time, ms; by default a new campaign begins two weeks later */
export const campaignAnswers = (
  { brand, from, until, ...given }: Given,
  now: number,
): CampaignAnswers => ({
  ...given,
  brand: brand ?? shortName(given.name),
  from: from ?? indianDay(now + 14 * dayMs),
  until: until ?? indianDay(now + (14 + 90) * dayMs),
});
