import { hasTags } from '@inaam/campaigns/public/tags.ts';
import { entryValues } from '../session/entry-values.ts';
import { safeStorage } from '../session/storage/safe-storage.ts';
import { createTracker, type Track } from '../tracking/tracker.ts';
import type { AppContext } from './app-context.ts';
import type { Browser } from './browser.ts';

export function startTracking(
  { sessionStorage }: Pick<Browser, 'sessionStorage'>,
  { campaign, session, overlay }: Pick<AppContext, 'campaign' | 'session' | 'overlay'>,
): Track {
  const { id, tags } = campaign;
  if (!hasTags(tags)) return () => undefined;
  const load = async () => {
    // Tags remove the query from the address. If this tab cannot store it, a reload would lose the
    // session.
    if (entryValues('', safeStorage(sessionStorage)) === undefined) return [];
    return (await import('../tracking/tags.ts')).createTags(tags, id);
  };
  const track = createTracker({ session, load, defer: (task) => setTimeout(task) });
  overlay.subscribe(({ open }, { open: before }) => {
    if (open === before) return;
    if (open === 'terms') track('open_terms');
    if (open === 'contact') track('open_contact');
  });
  return track;
}
