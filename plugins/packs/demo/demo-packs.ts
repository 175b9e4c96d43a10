// A sheet of ten packs with QR codes that work, where the campaign's packs have a code each.
import type { FastifyInstance } from 'fastify';
import qrcode from 'qrcode';
import { shownPackCode } from '../pack-code.ts';
import { escapeHtml } from '@inaam/server/http/page/html.ts';
import type { Purchase } from '@inaam/server/platform/personal-data.ts';
import { hasOwnCodes } from '../campaign.ts';
import type { DemoOptions, DemoPart, DemoPlugin, SendPage } from '../../server-plugin.ts';
import { packKeys } from '../server/pack-cipher.ts';
import { packLink } from '../server/batches.rules.ts';
import {
  changePackBatch,
  makePackBatch,
  readPackBatch,
  readUsedPacks,
} from '../server/pack-batches.sql.ts';

const label = 'DEMO';
const codes = 10_000;
const shown = 10;
/** In CSS pixels: 34 mm. */
const width = 128;
/** Of the demonstration's only key. */
const packKey = 1;

type SheetPack = { code: string; isUsed: boolean };

/** @returns undefined if the packs have no codes */
async function demoPacks(options: DemoOptions): Promise<DemoPart | undefined> {
  const { database, campaign, keys } = options;
  if (!hasOwnCodes(campaign.packs)) return undefined;
  const known = await readPackBatch(database, campaign.id, label);
  const batch = known?.batch ?? (await makeOpenBatch(options, { label, region: '', codes }));
  if (batch === undefined) {
    throw new Error('Another start has made the packs. Start the demonstration again.');
  }
  const { packCode, packIndex } = packKeys(keys, campaign.id);
  const codeOf = (serial: number) => packCode({ key: packKey, batch, serial });
  const read = async (from: number, count: number): Promise<SheetPack[]> => {
    const some = Array.from({ length: count }, (_, at) => codeOf(from + at));
    const packs = some.map(packIndex);
    const used = await readUsedPacks(database, campaign.id, packs);
    return some.map((code, at) => ({ code, isUsed: used.has(packs[at]?.toString('hex') ?? '') }));
  };
  const link = async () => {
    // The first ones are used first, so that few are looked up in vain.
    for (let from = 0; from < codes; from += 100) {
      const free = (await read(from, 100)).find(({ isUsed }) => !isUsed);
      if (free) return `&id=${free.code}`;
    }
    return '';
  };
  return {
    link,
    page: { label: 'Ten packs', path: '/demo/packs' },
    addPage: (app, send) => addPage(app, send, campaign.name, (from) => read(from, shown)),
  };
}

/** @returns undefined if there is a batch with this label */
async function makeOpenBatch(
  { database, campaign, clocks }: DemoOptions,
  batch: { label: string; region: string; codes: number },
): Promise<number | undefined> {
  const operator = { by: 'demo', reason: 'the demonstration', at: clocks.wall() };
  const audit = (command: string) => ({ campaign: campaign.id, command, operator, details: {} });
  const made = await makePackBatch(database, campaign.id, {
    ...batch,
    product: campaign.name,
    key: packKey,
    audit: audit('packs make'),
  });
  if (!made) return undefined;
  const opening = { label: batch.label, change: 'open' as const, audit: audit('packs open') };
  await changePackBatch(database, campaign.id, opening);
  return made.batch;
}

function addPage(
  app: FastifyInstance,
  send: SendPage,
  campaign: string,
  read: (from: number) => Promise<SheetPack[]>,
) {
  app.get('/demo/packs.css', (_request, reply) => send(reply, 'text/css', style));
  app.get<{ Querystring: { from?: string } }>('/demo/packs', async (request, reply) => {
    const origin = `${request.protocol}://${request.host}`;
    const { from = '0' } = request.query;
    const first = /^\d{1,4}$/.test(from) ? Math.min(Number(from), codes - shown) : 0;
    const packs = await Promise.all((await read(first)).map((pack) => itemOf(origin, pack)));
    return send(reply, 'text/html', pageOf(campaign, packs, first + shown));
  });
}

async function itemOf(origin: string, { code, isUsed }: SheetPack): Promise<string> {
  const link = packLink(origin, code);
  const picture = await qrcode.toString(link, { type: 'svg', width });
  const shown = shownPackCode(code);
  const label = isUsed ? `<s>${shown}</s><strong>Used</strong>` : `<span>${shown}</span>`;
  return `<li><a href="${escapeHtml(link)}"${isUsed ? ' class="used"' : ''}>${picture}${label}</a></li>`;
}

const style = `body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif; }
ul { display: grid; grid-template-columns: repeat(auto-fill, minmax(9.5rem, 1fr)); gap: 1rem; padding: 0; list-style: none; }
a { color: inherit; text-align: center; }
a > * { display: block; margin: 0 auto; }
.used { color: #555; background: #eee; }
.used svg { opacity: 0.3; }
`;

const pageOf = (campaign: string, packs: readonly string[], next: number) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="referrer" content="no-referrer" />
<title>Ten packs · ${escapeHtml(campaign)}</title>
<link rel="stylesheet" href="/demo/packs.css" />
</head>
<body>
<h1>Ten packs of ${escapeHtml(campaign)}</h1>
<p>Scan one with a phone on the same network, or tap it. Each code works once: after that it is struck out here, and its link shows what a shopper with a used code sees.</p>
<ul>${packs.join('')}</ul>
<nav><a href="/demo/packs?from=${next}">Ten others</a></nav>
</body>
</html>
`;

const fillMin = 1000;
const regions = ['Kochi', 'Pune', 'Delhi'] as const;

/**
 * The packs of simulated shoppers, of three regions.
 * @returns that of the next shopper; undefined if the packs have no codes
 */
async function fillPacks(
  options: DemoOptions,
  shoppers: number,
): Promise<(() => Purchase) | undefined> {
  if (!hasOwnCodes(options.campaign.packs)) return undefined;
  // More than the third of all who come, and come back, that a batch serves.
  const codes = shoppers + fillMin;
  const batches: { batch: number; label: string }[] = [];
  for (const region of regions) batches.push(await newBatch(options, region, codes));
  const { packCode, packIndex } = packKeys(options.keys, options.campaign.id);
  let uses = 0;
  return () => {
    const serial = Math.floor(uses / batches.length);
    const { batch, label } = batches[uses % batches.length] ?? { batch: 0, label: '' };
    uses += 1;
    const code = packCode({ key: packKey, batch, serial });
    return { id: packIndex(code).toString('hex'), batch, serial, label };
  };
}

async function newBatch(options: DemoOptions, region: string, codes: number) {
  for (let number = 1; ; number++) {
    const label = `${region.toUpperCase()}-${number}`;
    const batch = await makeOpenBatch(options, { label, region, codes });
    if (batch !== undefined) return { batch, label };
  }
}

export const packs: DemoPlugin = { open: demoPacks, fill: fillPacks };
