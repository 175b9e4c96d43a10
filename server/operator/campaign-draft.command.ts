import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readJson } from '@inaam/campaigns/loader/read-json.ts';
import { unapprovedFile } from '@inaam/campaigns/validation/launch-checks.ts';
import * as z from 'zod';
import { recordAudit } from '../database/audit-log.ts';
import {
  asksForTwo,
  asUnapproved,
  draftWarning,
  isDraftFile,
  whoApproves,
  type Files,
} from '../console/draft/draft-files.ts';
import { readFolder } from '../console/draft/draft-folder.ts';
import { readNewestDraft } from '../console/draft/draft.sql.ts';
import { Refusal } from '../platform/errors.ts';
import { indianTime } from '../platform/format.ts';
import type { Command } from 'commander';
import { addCommand } from './add-command.ts';
import { addWhoAndWhy, operatorOf, whoAndWhy } from './options.ts';
import { UsageError, type Session } from './command-context.ts';
import { withDatabase } from './with-database.ts';

export function addCampaignDraft(parent: Command, session: Session): void {
  addCommand(parent, session, {
    detail:
      'What people have edited in the console. Into a new folder all files are written; into the folder of the campaign only those that differ.',
    examples: [
      'campaign draft --to campaigns/tea-demo --why "the new prize texts"',
      'campaign draft --to /tmp/tea-demo --why "to look at it" --json',
    ],
    add: (command) => {
      command.option('--to <folder>', 'a new folder, or that of the campaign; must be given');
      command.option('--unapproved', 'also if the campaign asks for an approval that is missing');
      addWhoAndWhy(command);
    },
    shape: { to: z.string().optional(), unapproved: z.boolean().default(false), ...whoAndWhy },
    run: ({ to, unapproved, ...who }) =>
      withDatabase(session.context, async ({ database, clocks, id }) => {
        if (to === undefined) throw new UsageError('Say where: --to <folder>.');
        const operator = operatorOf(who, clocks.wall());
        const newest = await readNewestDraft(database, id);
        if (newest === undefined || newest.stored.kind === 'discard') {
          throw new Refusal(`"${id}" has no draft. Save one in the console, under Campaign.`);
        }
        const { version, by, at, approved } = newest.stored;
        const isOpen = approved === null && asksForTwo(await readFolder(id), newest.files);
        if (isOpen && !unapproved) {
          throw new Refusal(
            `Draft ${version} of "${id}" is not approved. ${whoApproves} To write it all the same, give --unapproved.`,
          );
        }
        const draft = `Draft ${version} of ${id}`;
        const files = isOpen ? asUnapproved(newest.files, draft) : newest.files;
        const written = await write(to, id, files);
        if (!isOpen) await rm(path.join(to, unapprovedFile), { force: true });
        const details = { version, isApproved: approved !== null };
        await recordAudit(database, {
          campaign: id,
          command: 'campaign draft',
          operator,
          details,
        });
        const text = [
          `Draft ${version}, saved by ${by} on ${indianTime(at)} IST${approved ? `, approved by ${approved.by}` : ''}.`,
          ...(isOpen ? [draftWarning] : []),
          ...(written.length === 0 ? ['Nothing differs.'] : ['Written:', ...written]),
          'Now run `campaign check`.',
        ].join('\n');
        return { text, json: { campaign: id, ...details, files: written } };
      }),
  });
}

/** @returns the files that were written */
async function write(to: string, id: string, draft: Files): Promise<string[]> {
  const there = await readdir(to).catch(() => []);
  const isNew = there.length === 0;
  if (!isNew && !(await isFolderOf(to, id))) {
    throw new Refusal(`${to} has files, and is not the folder of "${id}". Nothing was written.`);
  }
  const files = new Map([...(isNew ? await readFolder(id) : []), ...draft]);
  const written: string[] = [];
  for (const [name, bytes] of files) {
    if (!isNew && !isDraftFile(name) && name !== unapprovedFile) continue;
    const file = path.join(to, name);
    const before = await readFile(file).catch(() => undefined);
    if (before?.equals(bytes) === true) continue;
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, bytes);
    written.push(file);
  }
  return written;
}

async function isFolderOf(folder: string, id: string): Promise<boolean> {
  const json = await readJson(path.join(folder, 'campaign.json'));
  return 'value' in json && z.object({ id: z.literal(id) }).safeParse(json.value).success;
}
