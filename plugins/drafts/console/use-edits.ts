import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { DraftEdit, DraftProblem } from '../contract.ts';
import { useEffect } from 'react';
import { mayCall, useConsole } from '@inaam/console/app/console-context.ts';
import { typedKey, useTyped } from './section.ts';
import { typedSince, withEdit, type Draft, type Edits, type Place } from './draft-edits.ts';

const restMs = 500;

export type Editing = {
  readonly draft: Draft;
  readonly edits: Edits;
  readonly mayEdit: boolean;
  readonly problems: readonly DraftProblem[];
  /** Of the last state without a fault. */
  readonly preview: string | null;
  readonly isChecking: boolean;
  /** Several at once. @param before what is saved there */
  readonly change: (
    changes: readonly (Place & { value: DraftEdit['value']; before: unknown })[],
  ) => void;
  readonly replace: (edits: Edits | null) => void;
  /** Saves or discards. What is typed meanwhile stays, as edits of the version that is answered. */
  readonly hand: <Saved extends { version: number }>(work: () => Promise<Saved>) => Promise<Saved>;
};

const typedIn = (queries: ReturnType<typeof useQueryClient>) =>
  queries.getQueryData<Edits | null>(typedKey)?.list ?? [];

const ask = (event: BeforeUnloadEvent) => event.preventDefault();

/** What was typed stays while the other pages of the console are looked at. */
export function useEdits(draft: Draft): Editing {
  const { call, session } = useConsole();
  const queries = useQueryClient();
  const mayEdit = draft.locked === null && mayCall(session.account.role, 'saveDraft');
  const edits = useTyped() ?? { version: draft.version, list: [] };
  const replace = (next: Edits | null) => {
    queries.setQueryData(typedKey, next);
    // Leaving or loading the console asks first, from whichever page.
    if (next === null) window.removeEventListener('beforeunload', ask);
    else window.addEventListener('beforeunload', ask);
  };
  const hand: Editing['hand'] = async (work) => {
    let left: Edits = edits;
    if (edits.list.length > 0) replace({ ...edits, isSaving: true });
    try {
      const saved = await work();
      left = { version: saved.version, list: typedSince(edits.list, typedIn(queries)) };
      return saved;
    } catch (error) {
      left = { version: edits.version, list: typedIn(queries) };
      throw error;
    } finally {
      replace(left.list.length === 0 ? null : left);
    }
  };
  const [resting] = useDebouncedValue(edits, restMs);
  const isTyped = mayEdit && edits.list.length > 0;
  const check = useQuery({
    queryKey: ['draft', 'check', draft.version, JSON.stringify(resting.list)],
    queryFn: () => call('checkDraft', { edits: [...resting.list] }),
    enabled: isTyped && resting.list.length > 0,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
  });
  const found = isTyped && check.data ? check.data : draft;
  const last = useQuery<string | null>({
    queryKey: ['draft', 'preview'],
    queryFn: () => null,
    staleTime: Infinity,
  });
  useEffect(() => {
    if (found.preview !== null) queries.setQueryData(['draft', 'preview'], found.preview);
  }, [found.preview, queries]);
  return {
    draft,
    edits,
    mayEdit,
    problems: found.problems,
    preview: found.preview ?? last.data ?? null,
    isChecking: check.isFetching || resting !== edits,
    change: (changes) => {
      const list = changes.reduce<readonly DraftEdit[]>(
        (all, { value, before, ...place }) =>
          withEdit({ ...edits, list: all }, place, value, before),
        edits.list,
      );
      replace(list.length === 0 ? null : { ...edits, list });
    },
    replace,
    hand,
  };
}
