// Fake tag hosts: respond like the providers' scripts and record the requests.
import type { Phone } from './browser/phone.ts';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { copyCampaign } from '@inaam/testing/server/campaign/copied-campaign.ts';

const tagIds = {
  gtag: 'G-TEST12345',
  metaPixel: '1234567890123456',
  customerData: { id: 'site-1', address: 'https://cdp.example/events' },
};

/** One request to a host; `whole` is address and body as text to search. */
export type TagRequest = { url: URL; body: string; whole: string };
/** Working; blocked; scripts that throw on every call; no response at all. */
export type HostBehaviour = 'good' | 'blocked' | 'throwing' | 'silent';

const foreign = /^https:\/\//;
const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

export async function fakeTagHosts(
  phone: Phone,
  manner: HostBehaviour = 'good',
): Promise<TagRequest[]> {
  const sent: TagRequest[] = [];
  phone.allow(
    /^foreign host: https:\/\/(?:www\.googletagmanager\.com\/gtag|connect\.facebook\.net)\//,
    /^foreign host: https:\/\/(?:region1\.google-analytics\.com\/g|www\.facebook\.com)\//,
    /^foreign host: https:\/\/cdp\.example\/events$/,
  );
  if (manner === 'blocked') phone.allow(/^error: Failed to load resource: net::ERR_FAILED/);
  if (manner === 'throwing') phone.allow(/^uncaught: (?:Uncaught )?Error: the tag is broken/);
  await phone.context.route(foreign, async (route) => {
    const request = route.request();
    const [url, body] = [new URL(request.url()), request.postData() ?? ''];
    const headers = JSON.stringify(await request.allHeaders());
    sent.push({ url, body, whole: decoded(`${request.url()} ${body} ${headers}`) });
    if (manner === 'silent') return;
    if (manner === 'blocked') return route.abort();
    const script = scripts[manner][url.host];
    if (script === undefined) return route.fulfill({ contentType: 'image/gif', body: pixel });
    return route.fulfill({
      contentType: 'text/javascript',
      body: `(() => {${script}
})();`,
    });
  });
  return sent;
}

export function eventsAt(sent: readonly TagRequest[]) {
  const at = (host: string) => sent.filter(({ url }) => url.host === host);
  const query = (host: string, name: string) =>
    at(host).map(({ url }) => url.searchParams.get(name));
  return {
    google: query('region1.google-analytics.com', 'en'),
    meta: query('www.facebook.com', 'ev'),
    customerData: at('cdp.example').map(({ body }) => new URLSearchParams(body).get('event')),
  };
}

function decoded(text: string): string {
  return text.replaceAll('+', ' ').replaceAll(/%[\dA-F]{2}/gi, (one) => decodeOne(one));
}
const decodeOne = (one: string) => String.fromCodePoint(Number.parseInt(one.slice(1), 16));

/** Like Google's script: processes queued and later commands, unless disabled. */
const google = `
  const run = (command) => {
    if (Object.prototype.toString.call(command) !== '[object Arguments]') return;
    const [verb, event, parameters = {}] = command;
    if (verb !== 'event' || window['ga-disable-' + parameters.send_to]) return;
    const query = new URLSearchParams({
      v: '2',
      tid: parameters.send_to,
      en: event,
      dl: parameters.page_location ?? location.href,
      dr: document.referrer,
      dt: document.title,
      'ep.promotion': parameters.promotion,
    });
    const address = 'https://region1.google-analytics.com/g/collect?' + query;
    fetch(address, { method: 'POST', mode: 'no-cors', keepalive: true }).catch(() => undefined);
  };
  const layer = window.dataLayer;
  const push = layer.push.bind(layer);
  layer.forEach(run);
  layer.push = (...commands) => {
    commands.forEach(run);
    return push(...commands);
  };`;

/** Like Meta's script: processes queued and later commands; by default it also reads forms. */
const meta = `
  let [isGranted, isAutomatic] = [true, true];
  const send = (fields) => {
    const query = new URLSearchParams({ ...fields, dl: location.href, rl: document.referrer });
    new Image().src = 'https://www.facebook.com/tr/?' + query;
  };
  fbq.callMethod = (verb, first, second, third) => {
    if (verb === 'consent') isGranted = first === 'grant';
    if (verb === 'set' && first === 'autoConfig') isAutomatic = second !== false;
    if (verb === 'init' && isAutomatic) {
      addEventListener('input', ({ target }) => send({ ev: 'Automatic', udff: target.value }));
    }
    if (!verb.startsWith('trackSingle') || !isGranted) return;
    send({ id: first, ev: second, cd: JSON.stringify(third) });
  };
  for (const command of fbq.queue.splice(0)) fbq.callMethod(...command);`;

const brokenGoogle = `
  dataLayer.push = () => { throw new Error('the tag is broken'); };
  throw new Error('the tag is broken');`;
const brokenMeta = `
  fbq.callMethod = () => { throw new Error('the tag is broken'); };
  throw new Error('the tag is broken');`;

const scripts: Record<'good' | 'throwing', Record<string, string>> = {
  good: { 'www.googletagmanager.com': google, 'connect.facebook.net': meta },
  throwing: { 'www.googletagmanager.com': brokenGoogle, 'connect.facebook.net': brokenMeta },
};

const id = 'biscuit-2025';

/** With all tags enabled, and a future last day, because the browser's clock is real. */
export async function taggedCampaign(): Promise<ServerCampaign> {
  const folder = await mkdtemp(path.join(tmpdir(), 'inaam-tagged-'));
  try {
    await copyCampaign(folder, id);
    const file = path.join(folder, id, 'campaign.json');
    const text = await readFile(file, 'utf8');
    const lastDay = `${new Date().getFullYear() + 1}-12-31`;
    const changes = { tags: tagIds, programme: { from: '2025-05-06', to: lastDay } };
    await writeFile(file, JSON.stringify({ ...JSON.parse(text), ...changes }));
    return await loadCampaign(id, folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}
