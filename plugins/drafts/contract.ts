// Editing a campaign before its commitment: files of its folder, as a draft.
import * as z from 'zod/mini';
import { reason } from '@inaam/contract/console/audit.ts';
import { consoleRoles } from '@inaam/contract/console/roles.ts';

const every = consoleRoles;
const managers = ['manager'] as const;
const count = z.int();
/** By the campaign's clock, ms. */
const time = z.int();
/** The number of the draft that is shown; 0: there is none. Another one's is never overwritten. */
const version = z.int().check(z.minimum(0));

const step = z.union([z.string().check(z.maxLength(100)), z.int()]);
const path = z.array(step).check(z.maxLength(12));
const file = z.string().check(z.maxLength(40));

/**
 * A value of a JSON file; without it, the field is removed. A picture has no path: its SVG, or its
 * AVIF in base64. A file without path and value is again as in the folder. Of a new language the
 * words have no path.
 */
const edit = z.object({ file, path, value: z.optional(z.json()) });
export type DraftEdit = z.infer<typeof edit>;

/** Pictures are sent with what was typed. */
const bodyBytesMax = 1_000_000;

const edits = z.array(edit).check(z.maxLength(400));

/** `file` and `path` are empty where a problem has none. */
const problem = z.object({
  /** `hint`: allowed. */
  level: z.enum(['fault', 'hint']),
  file: z.string(),
  path: z.array(step),
  text: z.string(),
});
export type DraftProblem = z.infer<typeof problem>;

const checked = z.object({
  problems: z.array(problem),
  /** Of the preview; null while there is a fault. */
  preview: z.nullable(z.string()),
});

const saved = z.object({ version, message: z.string() });

const text = z.object({
  path: z.array(step),
  /** Null: the campaign has none. */
  own: z.nullable(z.string()),
  /** Null: every campaign writes its own. */
  default: z.nullable(z.string()),
  /** In English or the first language, of a text that is not written yet. */
  source: z.nullable(z.string()),
  /** That the page fills in. */
  placeholders: z.array(z.string()),
});

export const draft = {
  readDraft: {
    path: 'campaign/draft',
    may: every,
    fields: z.object({}),
    answer: z.extend(checked, {
      version,
      /** Why it cannot be edited; null: it can. */
      locked: z.nullable(z.string()),
      /** JSON by file, with the draft's values. */
      files: z.record(z.string(), z.json()),
      languages: z.array(z.string()),
      /** States that have cities. */
      states: z.array(z.string()),
      /** Of the default words that the campaign does not have. */
      moreLanguages: z.array(z.string()),
      /** Languages of the draft alone. */
      newLanguages: z.array(z.string()),
      /** As in an edit; null: there is none. `before`: of the folder. `place`: of an AVIF. */
      pictures: z.array(
        z.object({
          file: z.string(),
          content: z.nullable(z.string()),
          before: z.nullable(z.string()),
          isChanged: z.boolean(),
          bytesMax: count,
          place: z.nullable(
            z.object({ across: count, down: count, widthMin: count, widthMax: count }),
          ),
        }),
      ),
      changed: z.array(z.string()),
      /** The folder was changed after the draft began. */
      isFolderChanged: z.boolean(),
      /** `isMine`: lines of this account may be in it that nobody has approved. */
      saved: z.nullable(z.object({ at: time, by: z.string(), isMine: z.boolean() })),
      approved: z.nullable(z.object({ at: time, by: z.string() })),
      /** The campaign asks for a second person: campaign.json, draftsNeedApproval. */
      needsTwo: z.boolean(),
      /** Newest first. */
      history: z.array(
        z.object({
          version,
          at: time,
          by: z.string(),
          kind: z.enum(['save', 'discard']),
          /** For whoever approves. */
          comment: z.nullable(z.string()),
          approvedBy: z.nullable(z.string()),
        }),
      ),
    }),
  },
  readDraftTexts: {
    path: 'campaign/draft/texts',
    may: every,
    fields: z.object({ language: z.string().check(z.maxLength(20)) }),
    answer: z.object({ version, texts: z.array(text) }),
  },
  /** Changes nothing. */
  checkDraft: {
    path: 'campaign/draft/check',
    may: managers,
    bodyBytesMax,
    fields: z.object({ edits }),
    answer: checked,
  },
  saveDraft: {
    path: 'campaign/draft/save',
    may: managers,
    bodyBytesMax,
    fields: z.object({ version, edits, comment: z.optional(reason) }),
    answer: saved,
  },
  /**
   * By a manager who has saved none of its versions since the last approval. `preview`: of what was
   * shown; another folder needs another approval.
   */
  approveDraft: {
    path: 'campaign/draft/approve',
    may: managers,
    fields: z.object({ version, preview: z.string().check(z.maxLength(64)) }),
    answer: saved,
  },
  discardDraft: {
    path: 'campaign/draft/discard',
    may: managers,
    fields: z.object({ version }),
    answer: saved,
  },
} as const;
