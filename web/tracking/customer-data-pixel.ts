// A customer-data pixel of any make: one POST for each event to the campaign's address. Loads no script, keeps no cookie,
// and never carries more than the site's id there, the campaign's id and the event.
import type { Tags } from '@inaam/campaigns/public/tags.ts';
import type { Surroundings, Tag } from './tag.ts';

type Settings = NonNullable<Tags['customerData']>;

export function customerDataPixel(settings: Settings, campaign: string, page: Surroundings): Tag {
  const { id, address } = settings;
  return {
    // Nothing is loaded and nothing goes on by itself: there is nothing to start or to stop.
    start: () => undefined,
    send: (event) => page.post(address, { id, campaign, event }),
    stop: () => undefined,
  };
}
