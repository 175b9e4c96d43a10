// Loaded only after consent, and only if the campaign has tags.
import { customerDataPixel } from './customer-data-pixel.ts';
import { googleTag } from './google-tag.ts';
import { metaPixel } from './meta-pixel.ts';
import type { Tags } from '@inaam/campaigns/public/tags.ts';
import type { TagEnvironment, Tag } from './tag.ts';

export function createTags(
  { gtag, metaPixel: pixel, customerData }: Tags,
  campaign: string,
  page: TagEnvironment = browser,
): Tag[] {
  // The providers' scripts read the URL, whose query may contain anything.
  page.clearAddress();
  return [
    ...(gtag === undefined ? [] : [googleTag(gtag, campaign, page)]),
    ...(pixel === undefined ? [] : [metaPixel(pixel, campaign, page)]),
    ...(customerData === undefined ? [] : [customerDataPixel(customerData, campaign, page)]),
  ];
}

const browser: TagEnvironment = {
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
      // Sent regardless of CORS headers, and even while the page is being left.
      mode: 'no-cors',
      keepalive: true,
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
    }).catch(() => undefined); // Blocked or offline: nothing depends on it.
  },
};
