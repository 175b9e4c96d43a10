import type { CampaignSection } from '@inaam/console/app/console-context.ts';
import { useQuery } from '@tanstack/react-query';
import type { Edits } from './draft-edits.ts';

export const typedKey = ['draft', 'edits'];

/** Null: nothing is unsaved. On each page, and after the session has ended. */
export function useTyped(): Edits | null {
  const { data: typed = null } = useQuery<Edits | null>({
    queryKey: typedKey,
    queryFn: () => null,
    staleTime: Infinity,
    gcTime: Infinity,
  });
  return typed;
}

function Unsaved(): string | null {
  const unsaved = useTyped()?.list.length ?? 0;
  return unsaved > 0 ? ` (${unsaved} unsaved)` : null;
}

export const editSection: CampaignSection = {
  name: 'edit',
  label: 'Edit',
  Note: Unsaved,
  load: async () => (await import('./edit-section.tsx')).EditSection,
};
