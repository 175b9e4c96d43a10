// A sheet of ten packs with QR codes that work, where the campaign's packs have a code each.
import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import qrcode from 'qrcode';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { shownPackCode } from '@inaam/contract/pack-code.ts';
import type { Database } from '@inaam/server/database/database.ts';
import { escapeHtml } from '@inaam/server/http/page/html.ts';
import {
  changePackBatch,
  makePackBatch,
  readPackBatch,
} from '@inaam/server/packs/pack-batches.sql.ts';
import { packLink } from '@inaam/server/packs/packs.rules.ts';
import { readUsedPacks } from '../database/demonstration.sql.ts';
import { hasOwnCodes } from '@inaam/server/packs/packs.rules.ts';
import type { AllKeys } from '@inaam/server/platform/keys.ts';
import { send } from '../phone/phone.ts';

const label = 'DEMO';
const codes = 10_000;
const shown = 10;
/** In CSS pixels: 34 mm. */
const width = 128;
/** Of the demonstration's only key. */
export const packKey = 1;

export type PacksOptions = {
  /** In the role `inaam_operator`. */
  database: Database;
  campaign: Pick<ServerCampaign, 'id' | 'name' | 'packs'>;
  keys: Pick<AllKeys, 'packCode' | 'packIndex'>;
  clocks: { wall: () => number };
};

export type DemoPacks = {
  /** The codes of packs that nobody has used yet. */
  unused: (count: number) => Promise<string[]>;
  addPage: (app: FastifyInstance) => Promise<void>;
};

type SheetPack = { code: string; isUsed: boolean };

/** @returns undefined if the packs have no codes */
export async function demoPacks(options: PacksOptions): Promise<DemoPacks | undefined> {
  const { database, campaign, keys } = options;
  if (!hasOwnCodes(campaign.packs)) return undefined;
  const batch = await openBatch(options);
  const codeOf = (serial: number) => keys.packCode({ key: packKey, batch, serial });
  const read = async (from: number, count: number): Promise<SheetPack[]> => {
    const some = Array.from({ length: count }, (_, at) => codeOf(from + at));
    const packs = some.map((code) => keys.packIndex(code));
    const used = await readUsedPacks(database, campaign.id, packs);
    return some.map((code, at) => ({ code, isUsed: used.has(packs[at]?.toString('hex') ?? '') }));
  };
  const unused = async (count: number) => {
    const found: string[] = [];
    // The first ones are used first, so that few are looked up in vain.
    for (let from = 0; from < codes && found.length < count; from += 100) {
      const some = await read(from, 100);
      found.push(...some.flatMap(({ code, isUsed }) => (isUsed ? [] : [code])));
    }
    return found.slice(0, count);
  };
  return { unused, addPage: (app) => addPage(app, campaign.name, (from) => read(from, shown)) };
}

async function openBatch(options: PacksOptions): Promise<number> {
  const known = await readPackBatch(options.database, options.campaign.id, label);
  const batch = known?.batch ?? (await makeOpenBatch(options, { label, region: '', codes }));
  if (batch !== undefined) return batch;
  throw new Error('Another start has made the packs. Start the demonstration again.');
}

/** @returns undefined if there is a batch with this label */
export async function makeOpenBatch(
  { database, campaign, clocks }: PacksOptions,
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

async function addPage(
  app: FastifyInstance,
  campaign: string,
  read: (from: number) => Promise<SheetPack[]>,
) {
  const style = await readFile(new URL('packs.css', import.meta.url), 'utf8');
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
