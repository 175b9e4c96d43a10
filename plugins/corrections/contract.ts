// Correcting a campaign after its commitment: by one manager, approved by another.
import * as z from 'zod/mini';
import { reason } from '@inaam/contract/console/audit.ts';
import { consoleRoles } from '@inaam/contract/console/roles.ts';

const every = consoleRoles;
const managers = ['manager'] as const;
/** By the campaign's clock, ms. */
const time = z.int();
const number = z.int().check(z.minimum(1));
const step = z.union([z.string().check(z.maxLength(100)), z.int()]);
const text = z.string().check(z.maxLength(20_000));

/** A text of a JSON file, or a whole drawing: then the path has no steps. */
const edit = z.object({
  file: z.string().check(z.maxLength(60)),
  path: z.array(step).check(z.maxLength(12)),
  before: text,
  after: text,
});
export type CorrectionEdit = z.infer<typeof edit>;

const editsMax = 40;

const state = z.enum(['open', 'approved', 'declined', 'withdrawn']);
const documentKind = z.enum(['terms', 'notice']);

export const corrections = {
  readCorrections: {
    path: 'campaign/corrections',
    may: every,
    isRefreshed: true,
    fields: z.object({}),
    answer: z.object({
      /** Before it there is nothing to correct: the draft is edited. */
      isCommitted: z.boolean(),
      contacts: z.object({ email: z.string(), phone: z.string() }),
      /** `isCovered`: new browsers show an image of that name in its place. */
      pictures: z.array(
        z.object({ file: z.string(), svg: z.string(), isCovered: z.boolean(), bytesMax: z.int() }),
      ),
      /** Newest first: the open ones, and the last ones that are decided. */
      corrections: z.array(
        z.object({
          number,
          at: time,
          by: z.string(),
          isMine: z.boolean(),
          comment: z.string(),
          edits: z.array(edit),
          state,
          decided: z.nullable(z.object({ at: time, by: z.string(), reason: z.string() })),
          /** Why shoppers do not see it although it is approved. */
          problem: z.nullable(z.string()),
        }),
      ),
      /** Newest first. `until`: null: in force. */
      documents: z.array(
        z.object({
          kind: documentKind,
          language: z.string(),
          from: time,
          until: z.nullable(time),
          hash: z.string(),
        }),
      ),
    }),
  },
  findCorrectable: {
    path: 'campaign/corrections/find',
    may: every,
    fields: z.object({ words: z.string().check(z.minLength(2), z.maxLength(200)) }),
    answer: z.object({
      texts: z.array(z.object({ file: z.string(), path: z.array(step), value: z.string() })),
      more: z.int(),
    }),
  },
  /** Changes nothing. `number`: of an open one; null: of these edits. */
  checkCorrection: {
    path: 'campaign/corrections/check',
    may: managers,
    fields: z.object({
      number: z.nullable(number),
      edits: z.array(edit).check(z.maxLength(editsMax)),
    }),
    answer: z.object({
      faults: z.array(z.string()),
      /** The notice changes, so everybody is asked for consent again. */
      asksAgain: z.boolean(),
      /** Of the folder with it: what an approver has seen. */
      seen: z.string(),
    }),
  },
  proposeCorrection: {
    path: 'campaign/corrections/propose',
    may: managers,
    fields: z.object({
      edits: z.array(edit).check(z.minLength(1), z.maxLength(editsMax)),
      comment: reason,
    }),
    answer: z.object({ message: z.string() }),
  },
  approveCorrection: {
    path: 'campaign/corrections/approve',
    may: managers,
    fields: z.object({ number, seen: z.string().check(z.maxLength(64)) }),
    answer: z.object({ message: z.string() }),
  },
  /** By the author it is withdrawn, by others declined. */
  closeCorrection: {
    path: 'campaign/corrections/close',
    may: managers,
    fields: z.object({ number, reason }),
    answer: z.object({ message: z.string() }),
  },
  readPublished: {
    path: 'campaign/corrections/document',
    may: every,
    fields: z.object({
      kind: documentKind,
      language: z.string().check(z.maxLength(20)),
      hash: z.string().check(z.maxLength(64)),
    }),
    answer: z.object({ lines: z.array(z.string()) }),
  },
} as const;
