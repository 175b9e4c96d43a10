import type { Tags } from '@inaam/campaigns/public/tags.ts';
import type { TagEnvironment, Tag } from './tag.ts';

type Settings = NonNullable<Tags['customerData']>;

export function customerDataPixel(settings: Settings, campaign: string, page: TagEnvironment): Tag {
  const { id, address } = settings;
  return {
    start: () => undefined,
    send: (event) => page.post(address, { id, campaign, event }),
    stop: () => undefined,
  };
}
