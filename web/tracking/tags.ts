// Loaded only with consent, and only if the campaign has tags.
import { type Tags, googleScript, metaScript } from '@inaam/campaigns/public/tags.ts';

/** Spec 1, ANA-1. An event cannot carry personal data (ANA-3). */
export const trackedEvents = [
  'accept_privacy',
  'get_otp',
  'resend_otp',
  'verify_otp',
  'spin_wheel',
  'open_profile',
  'open_terms',
  'open_contact',
] as const;

export type TrackedEvent = (typeof trackedEvents)[number];

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
      // Sent without CORS, and even while the page is being left.
      mode: 'no-cors',
      keepalive: true,
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
    }).catch(() => undefined); // Blocked or offline: nothing depends on it.
  },
};

/** One provider's tag. The tracker ignores its errors. */
export type Tag = {
  start: () => void;
  send: (event: TrackedEvent) => void;
  /** Called when consent ends. A loaded script cannot be unloaded, only silenced. */
  stop: () => void;
};

export type TagEnvironment = {
  globals: Record<string, unknown>;
  addScript: (address: string) => void;
  clearAddress: () => void;
  pageAddress: () => string;
  post: (address: string, fields: Record<string, string>) => void;
};

type Settings = NonNullable<Tags['customerData']>;

export function customerDataPixel(settings: Settings, campaign: string, page: TagEnvironment): Tag {
  const { id, address } = settings;
  return {
    start: () => undefined,
    send: (event) => page.post(address, { id, campaign, event }),
    stop: () => undefined,
  };
}

// Without advertising. Sends the event, the campaign's id and the URL without its query.

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
    // Not `campaign`, which for Google is the advertisement that led to the site.
    send: (event) =>
      gtag('event', event, { send_to: id, page_location: pageAddress(), promotion: campaign }),
    stop: () => {
      globals[`ga-disable-${id}`] = true;
    },
  };
}

// Sends only the event and the campaign's id. Meta's script must not read forms or URLs.

type Queue = Command & {
  callMethod?: Command;
  queue: unknown[];
  push: Command;
  loaded: boolean;
  version: string;
  disablePushState: boolean;
};
type Command = (...command: unknown[]) => void;

const standardNames: Partial<Record<TrackedEvent, string>> = {
  get_otp: 'Lead',
  verify_otp: 'CompleteRegistration',
  open_contact: 'Contact',
};

export function metaPixel(id: string, campaign: string, page: TagEnvironment): Tag {
  const { globals, addScript } = page;
  let fbq: Queue | undefined;

  const load = () => {
    fbq = createQueue(globals);
    // Must precede `init`; otherwise Meta identifies visitors by what they type into forms.
    fbq('set', 'autoConfig', false, id);
    fbq('init', id);
    addScript(metaScript);
  };

  return {
    start: () => {
      if (fbq === undefined) load();
      fbq?.('consent', 'grant');
    },
    send: (event) => {
      const name = standardNames[event];
      const command = name === undefined ? 'trackSingleCustom' : 'trackSingle';
      fbq?.(command, id, name ?? event, { promotion: campaign });
    },
    stop: () => fbq?.('consent', 'revoke'),
  };
}

function createQueue(globals: Record<string, unknown>): Queue {
  const call: Command = (...command) => {
    if (fbq.callMethod === undefined) fbq.queue.push(command);
    else fbq.callMethod(...command);
  };
  const fbq: Queue = Object.assign(call, {
    queue: [],
    push: call,
    loaded: true,
    version: '2.0',
    // Otherwise each change of the URL counts as a page view.
    disablePushState: true,
  });
  globals['fbq'] = fbq;
  globals['_fbq'] = fbq;
  return fbq;
}
