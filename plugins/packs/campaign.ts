// `packs.json`.
import * as z from 'zod';
import { choice, fields, whole } from '@inaam/campaigns/schema/fields.ts';
import type { Fact } from '@inaam/campaigns/schema/problem.ts';
import { sentence } from '@inaam/campaigns/schema/sentence.ts';
import type { CampaignPlugin } from '../campaign-plugin.ts';

/** How often one number may take part, each time with another pack. Absent: once. */
const claims = fields({
  // The limits of codes grow with it (server/codes/rate-limits.rules.ts).
  perDay: whole(1, 10, 'Write how often a number may take part on one day.'),
  inAll: whole(2, 1000, 'Write how often a number may take part, or leave out claims for once.'),
}).refine(
  ({ perDay, inAll }) => perDay <= inAll,
  'must not allow more on one day than in all\nWrite a perDay of at most inAll.',
);

/** `unique`: each pack has a code, without which nobody takes part, and which works once. */
const schema = z.discriminatedUnion(
  'kind',
  [
    fields({ kind: z.literal('batch') }),
    fields({
      kind: z.literal('unique'),
      codes: choice(['made', 'loaded'], 'Write whether `packs make` or `packs load` provides them'),
      claims: claims.exactOptional(),
    }),
  ],
  {
    error: () =>
      'must be {"kind": "batch"} or {"kind": "unique", …}\nWrite whether the id of a link names a batch, or the code of one pack. Remove the file if the packs have neither.',
  },
);

export type Packs = z.infer<typeof schema>;

/** Whether each pack has a code that we made: then programs need PACK_KEYS. */
export const hasOwnCodes = (packs: Packs | undefined): boolean =>
  packs?.kind === 'unique' && packs.codes === 'made';

/** The field of the pack's code on HOME, only if each pack has one. */
const section = fields({
  label: sentence(),
  /** Below the field. */
  hint: sentence(),
  /** Instead of the hint if the link had the code: empties the field. */
  change: sentence(),
  /** At the form of a number that may take part again: how often, today and in all. */
  another: sentence('amount', 'today', 'inAll'),
  /** Below the ticket of such a number. */
  count: sentence('number', 'inAll'),
  /** At the wheel of a number that has not seen its last reward, after another pack's code. */
  waiting: sentence(),
});

const messages = {
  /** Also the sentence of every other refusal, once somebody has tried several codes. */
  invalidCode: sentence(),
  invalidFormat: sentence(),
  /** The code is used. */
  alreadyRegistered: sentence(),
  packMissing: sentence(),
};

/** `invalidCode`: the code was never printed; its batch is not open. */
const refusals = {
  packUnknown: sentence(),
  packNotOpen: sentence(),
  packClosed: sentence(),
  packRecalled: sentence(),
};

function lineOf(packs: Packs | undefined): string {
  if (!packs) return 'none has a code (there is no packs.json)';
  if (packs.kind === 'batch') return 'the id of a link names a batch, which is counted';
  const { perDay, inAll } = packs.claims ?? { perDay: 1, inAll: 1 };
  return `each has a code; a number takes part ${perDay} a day, ${inAll} in all`;
}

export const packs = {
  schema,
  sections: { packs: section },
  messages,
  refusals,
  load: (file) => file,
  shown: (packs) =>
    packs.kind === 'unique' ? { codes: packs.codes, inAll: packs.claims?.inAll } : undefined,
  committed: (packs) => ({ packs }),
  hasField: true,
  hasPurchases: true,
  claims: (packs) => (packs.kind === 'unique' ? packs.claims : undefined),
  rows: ({ kind }): { packs?: [{ ifPacks: '' }] } =>
    kind === 'unique' ? { packs: [{ ifPacks: '' }] } : {},
  facts: ({ kind }) => {
    const facts: Fact[] = kind === 'unique' ? [['what the code of a pack is for', 'ifPacks']] : [];
    return { terms: facts, consentNotice: facts };
  },
  checked: (packs) => ({
    line: `Packs: ${lineOf(packs)}.`,
    facts: { packs: packs?.kind ?? null },
  }),
} satisfies CampaignPlugin<Packs, Packs>;
