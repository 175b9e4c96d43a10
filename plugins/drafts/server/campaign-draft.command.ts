import { mkdir, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { readJson } from '@inaam/campaigns/loader/read-json.ts';
import * as z from 'zod';
import { recordAudit } from '@inaam/server/database/audit-log.ts';
import { asksForTwo, isDraftFile, whoApproves, type Files } from './draft-files.ts';
import { readFolder } from '@inaam/campaigns/loader/folder-edits.ts';
import { contentHash } from './draft-folder.ts';
import { readNewestDraft } from './draft.sql.ts';
import { Refusal } from '@inaam/server/platform/errors.ts';
import { indianTime } from '@inaam/server/platform/format.ts';
import { writeWhole } from '@inaam/server/platform/new-files.ts';
import { commandOf, requiredOption } from '@inaam/server/operator/add-command.ts';
import { operatorOf, whoAndWhy } from '@inaam/server/operator/options.ts';
import { withDatabase } from '@inaam/server/operator/with-database.ts';

export const addCampaignDraft = commandOf({
  detail:
    'What people have edited in the console. Into a new folder all files are written; into the folder of the campaign only those that differ.',
  examples: [
    'campaign draft --to campaigns/tea-demo --why "the new prize texts"',
    'campaign draft --to /tmp/tea-demo --why "to look at it" --json',
  ],
  shape: {
    to: requiredOption('--to <folder>', 'a new folder, or that of the campaign'),
    ...whoAndWhy,
  },
  run: ({ to, ...who }, { context }) =>
    withDatabase(context, async ({ database, clocks, id }) => {
      const operator = operatorOf(who, clocks.wall());
      const newest = await readNewestDraft(database, id);
      if (newest === undefined || newest.stored.kind === 'discard') {
        throw new Refusal(`"${id}" has no draft. Save one in the console, under Campaign.`);
      }
      const { version, by, at, approved: given } = newest.stored;
      const folder = await readFolder(id);
      const approved = given?.content === contentHash(id, folder, newest.files) ? given : null;
      if (approved === null && asksForTwo(folder, newest.files)) {
        const why = given === null ? '' : ', for the folder was changed after it';
        throw new Refusal(`Draft ${version} of "${id}" is not approved${why}. ${whoApproves}`);
      }
      const files = await filesToWrite(to, id, folder, newest.files);
      const details = { version, isApproved: approved !== null };
      const command = 'campaign draft';
      await recordAudit(database, { campaign: id, command, operator, details });
      for (const [file, bytes] of files) {
        await mkdir(path.dirname(file), { recursive: true });
        writeWhole(file, bytes, { mode: 0o644, isReplaced: true });
      }
      const written = [...files.keys()];
      const text = [
        `Draft ${version}, saved by ${by} on ${indianTime(at)} IST${approved ? `, approved by ${approved.by}` : ''}.`,
        ...(written.length === 0 ? ['Nothing differs.'] : ['Written:', ...written]),
        'Now run `campaign check`.',
      ].join('\n');
      return { text, json: { campaign: id, ...details, files: written } };
    }),
});

/** By their path. @throws Refusal if the folder is another one's */
async function filesToWrite(to: string, id: string, folder: Files, draft: Files) {
  const there = await readdir(to).catch(() => []);
  const isNew = there.length === 0;
  if (!isNew && !(await isFolderOf(to, id))) {
    throw new Refusal(`${to} has files, and is not the folder of "${id}". Nothing was written.`);
  }
  const files = new Map<string, Buffer>();
  for (const [name, bytes] of new Map([...(isNew ? folder : []), ...draft])) {
    if (!isNew && !isDraftFile(name)) continue;
    const file = path.join(to, name);
    const before = await readFile(file).catch(() => undefined);
    if (before?.equals(bytes) !== true) files.set(file, bytes);
  }
  return files;
}

async function isFolderOf(folder: string, id: string): Promise<boolean> {
  const json = await readJson(path.join(folder, 'campaign.json'));
  return 'value' in json && z.object({ id: z.literal(id) }).safeParse(json.value).success;
}
