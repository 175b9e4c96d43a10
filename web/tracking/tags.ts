// The tags of a campaign, each by its adapter, in the browser. Loaded after consent, and only where a campaign has one;
// holds no rule of when something is sent (`tracker.ts`).
import { customerDataPixel } from './customer-data-pixel.ts';
import { googleTag } from './google-tag.ts';
import { metaPixel } from './meta-pixel.ts';
import type { Tags } from '@inaam/campaigns/public/tags.ts';
import type { Surroundings, Tag } from './tag.ts';

export function createTags(
  { gtag, metaPixel: pixel, customerData }: Tags,
  campaign: string,
  page: Surroundings = browser,
): Tag[] {
  // The companies' scripts read the address by themselves, and a query may hold anything.
  page.clearAddress();
  return [
    ...(gtag === undefined ? [] : [googleTag(gtag, campaign, page)]),
    ...(pixel === undefined ? [] : [metaPixel(pixel, campaign, page)]),
    ...(customerData === undefined ? [] : [customerDataPixel(customerData, campaign, page)]),
  ];
}

const browser: Surroundings = {
  get globals(): Record<string, unknown> {
    return Object(window);
  },
  addScript: (address) => {
    const script = document.createElement('script');
    script.async = true;
    script.src = address;
    document.head.append(script);
  },
  clearAddress: () => history.replaceState(history.state, '', location.pathname),
  pageAddress: () => `${location.origin}${location.pathname}`,
  post: (address, fields) => {
    fetch(address, {
      method: 'POST',
      body: new URLSearchParams(fields),
      // Sent as a form is, whatever the other side answers, and also while the page is being left.
      mode: 'no-cors',
      keepalive: true,
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
    }).catch(() => undefined); // Blocked, offline, no answer: nothing here depends on it.
  },
};
