// Meta's pixel: lays out the queue that Meta's script takes over, from our own script. Never lets it read forms or follow
// the address by itself, and never carries more than the event and the campaign's id.
import { metaScript } from '@inaam/campaigns/public/tags.ts';
import type { TrackedEvent } from './events.ts';
import type { Surroundings, Tag } from './tag.ts';

/** The queue as Meta's script expects it: once it runs, it sets `callMethod` and empties `queue`. */
type Queue = Command & {
  callMethod?: Command;
  queue: unknown[];
  push: Command;
  loaded: boolean;
  version: string;
  disablePushState: boolean;
};
type Command = (...command: unknown[]) => void;

/** Those of the eight that Meta has a name of its own for; the others go by ours. */
const standard: Partial<Record<TrackedEvent, string>> = {
  get_otp: 'Lead',
  verify_otp: 'CompleteRegistration',
  open_contact: 'Contact',
};

/** @param id the pixel's id: digits. */
export function metaPixel(id: string, campaign: string, page: Surroundings): Tag {
  const { globals, addScript } = page;
  let fbq: Queue | undefined;

  const load = () => {
    fbq = layQueue(globals);
    // Before `init`, or it takes what is typed into forms for a sign of who it is.
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
      const name = standard[event];
      const command = name === undefined ? 'trackSingleCustom' : 'trackSingle';
      fbq?.(command, id, name ?? event, { promotion: campaign });
    },
    stop: () => fbq?.('consent', 'revoke'),
  };
}

function layQueue(globals: Record<string, unknown>): Queue {
  const call: Command = (...command) => {
    if (fbq.callMethod === undefined) fbq.queue.push(command);
    else fbq.callMethod(...command);
  };
  const fbq: Queue = Object.assign(call, {
    queue: [],
    push: call,
    loaded: true,
    version: '2.0',
    // It would count each change of the address as a view of its own.
    disablePushState: true,
  });
  globals['fbq'] = fbq;
  globals['_fbq'] = fbq;
  return fbq;
}
