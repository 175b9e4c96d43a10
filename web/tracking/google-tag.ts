// Advertising is off. Sends the event, the campaign's id and the URL without its query.
import { googleScript } from '@inaam/campaigns/public/tags.ts';
import type { TagEnvironment, Tag } from './tag.ts';

export function googleTag(id: string, campaign: string, page: TagEnvironment): Tag {
  const { globals, addScript, pageAddress } = page;
  let isLoaded = false;

  // Google's script ignores commands that are not `arguments` objects.
  function gtag(..._command: unknown[]): void {
    const layer = (globals['dataLayer'] ??= []);
    if (Array.isArray(layer)) layer.push(arguments);
  }

  const load = () => {
    isLoaded = true;
    gtag('consent', 'default', {
      analytics_storage: 'granted',
      ad_storage: 'denied',
      ad_user_data: 'denied',
      ad_personalization: 'denied',
    });
    gtag('js', new Date());
    gtag('config', id, {
      send_page_view: false,
      page_location: pageAddress(),
      allow_google_signals: false,
      allow_ad_personalization_signals: false,
    });
    addScript(googleScript(id));
  };

  return {
    start: () => {
      globals[`ga-disable-${id}`] = false;
      if (!isLoaded) load();
    },
    // Not named `campaign`, which for Google is the advertisement that led to the site.
    send: (event) =>
      gtag('event', event, { send_to: id, page_location: pageAddress(), promotion: campaign }),
    stop: () => {
      globals[`ga-disable-${id}`] = true;
    },
  };
}
