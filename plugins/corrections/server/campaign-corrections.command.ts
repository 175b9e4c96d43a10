import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { loadLaunched } from '@inaam/campaigns/loader/load-campaign.ts';
import { readSignOffs } from '@inaam/campaigns/loader/sign-offs.ts';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { recordAudit } from '@inaam/server/database/audit-log.ts';
import type { Database } from '@inaam/server/database/database.ts';
import { commandOf, textOption } from '@inaam/server/operator/add-command.ts';
import { operatorOf, whoAndWhy } from '@inaam/server/operator/options.ts';
import { withDatabase } from '@inaam/server/operator/with-database.ts';
import { indianTime } from '@inaam/server/platform/format.ts';
import { Refusal } from '@inaam/server/platform/errors.ts';
import { checkOf, type Finding } from '@inaam/server/platform/finding.ts';
import { writeWhole } from '@inaam/server/platform/new-files.ts';
import { indianDay } from '@inaam/server/platform/period.rules.ts';
import { correctedCampaign, type Corrected } from './corrected-folder.ts';
import { readApproved, readCorrectionRows, type StoredCorrection } from './corrections.sql.ts';

export const addCampaignCorrections = commandOf({
  detail:
    'What was corrected in the console after the commitment, and whether the site shows it. With --to the files of that folder become as the site is. Words that were signed off are signed off again, by who approved.',
  examples: [
    'campaign corrections',
    'campaign corrections --to campaigns/tea-demo --why "the folder as the site is"',
  ],
  shape: {
    to: textOption('--to <folder>', 'the folder of the campaign, to write them into it'),
    ...whoAndWhy,
  },
  run: ({ to, ...who }, { context }) =>
    withDatabase(context, async ({ database, clocks, id }) => {
      const operator = to === undefined ? undefined : operatorOf(who, clocks.wall());
      const campaign = await loadLaunched(id);
      const found = await correctedCampaign(campaign, await readApproved(database, id));
      const rows = await readCorrectionRows(database, id);
      const corrections = rows.map((row) => stateOf(row, found));
      const files = [...found.changed.keys()].toSorted();
      if (operator && to !== undefined && files.length > 0) {
        await assertSame(to, found);
        const details = { files: files.join(' ') };
        const audit = { campaign: id, command: 'campaign corrections', operator, details };
        await recordAudit(database, audit);
        await writeFiles(to, campaign, found, {
          by: `${approversOf(rows)} (corrections)`,
          on: indianDay(operator.at),
        });
      }
      const what = to === undefined ? 'Not in the folder yet' : 'Written';
      const text = [
        ...corrections.map(({ text: line }) => line),
        corrections.length === 0 ? 'There are no corrections.' : '',
        files.length === 0 ? 'The folder is as the site is.' : `${what}: ${files.join(', ')}.`,
      ].filter((line) => line !== '');
      return { text: text.join('\n'), json: { campaign: id, corrections, files } };
    }),
});

/** @throws Refusal if somebody has changed one of the files in it */
async function assertSame(to: string, { folder, changed }: Corrected): Promise<void> {
  for (const [name, bytes] of changed) {
    const there = await readFile(path.join(to, name)).catch(() => undefined);
    const isKnown =
      there !== undefined && (bytes.equals(there) || folder.files.get(name)?.equals(there));
    if (isKnown !== true) {
      throw new Refusal(
        `${to} is not the folder that the site is served from: ${name} differs. Nothing was written.`,
      );
    }
  }
}

function stateOf({ number, by, comment, decided }: StoredCorrection, { skipped }: Corrected) {
  const state = decided?.decision ?? 'open';
  const problem = skipped.get(number) ?? null;
  const end = decided ? ` by ${decided.by} on ${indianTime(decided.at)} IST` : '';
  const shown = problem === null ? '' : ` Not shown: ${problem}`;
  return {
    number,
    state,
    problem,
    text: `${number}. ${by}: “${comment}”, ${state}${end}.${shown}`,
  };
}

const approversOf = (rows: readonly StoredCorrection[]): string =>
  [...new Set(rows.flatMap(({ decided }) => (decided?.decision === 'approved' ? decided.by : [])))]
    .toSorted()
    .join(', ');

const write = (file: string, bytes: string | Buffer) =>
  writeWhole(file, bytes, { mode: 0o644, isReplaced: true });

/** A speaker has read the words before, and the approver what has changed since. */
async function writeFiles(
  to: string,
  { unreviewed }: ServerCampaign,
  { campaign, changed }: Corrected,
  signed: { by: string; on: string },
): Promise<void> {
  const before = new Set(unreviewed.map(({ file }) => file));
  const added = campaign.unreviewed
    .filter(({ file }) => !before.has(file))
    .map(({ file, sha256 }) => ({ file, sha256, ...signed }));
  for (const [name, bytes] of changed) write(path.join(to, name), bytes);
  const folder = path.resolve(to, '..');
  const read = await readSignOffs(folder);
  if (added.length === 0 || !('signOffs' in read)) return;
  const text = JSON.stringify([...read.signOffs, ...added], null, 2);
  write(path.join(folder, 'sign-offs.json'), `${text}\n`);
}

/** The line of `doctor`. */
export async function checkCorrections(database: Database, id: string): Promise<Finding> {
  const check = checkOf('corrections');
  const approved = await readApproved(database, id);
  if (approved.length === 0) return check.ok('Nothing was corrected since the commitment.');
  const { skipped } = await correctedCampaign(await loadLaunched(id), approved);
  const [first] = skipped;
  if (!first) return check.ok(`${approved.length} approved, all of them shown.`);
  return check.fault(
    `${skipped.size} of ${approved.length} approved corrections are not shown; correction ${first[0]}: ${first[1]}`,
    'Propose it again in the console, under Corrections, or change the file in the folder back.',
  );
}
