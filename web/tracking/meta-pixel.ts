// Sends only the event and the campaign's id. Meta's script must not read forms or URLs.
import { metaScript } from '@inaam/campaigns/public/tags.ts';
import type { TrackedEvent } from './events.ts';
import type { TagEnvironment, Tag } from './tag.ts';

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
