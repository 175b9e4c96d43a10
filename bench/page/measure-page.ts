// `npm run bench:page [-- --seconds 5 --rounds 3]`: requests per second of HOME and of the largest
// script, from `serve`, and of the same bytes from nginx, which sends files. One process each, in
// turns.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { startPostgres } from '@inaam/runtime/postgres.ts';
import { buildWeb } from '@inaam/web/build/build-web.ts';
import { request } from 'undici';
import { startChild } from '../journeys/product/child-program.ts';
import { processorTimeOf } from '../journeys/instruments/processor-time.ts';
import { startProduct } from '../journeys/product/product.ts';
import { medianOf } from '../median.ts';
import { startNginx, type StaticFile } from './nginx.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
  },
});
const wholeNumber = z.coerce.number().int().min(1);
const options = z.object({ seconds: wholeNumber, rounds: wholeNumber }).parse(values);
const home = '/?utm_source=qrcode';
/** At nginx. */
const homeFile = '/home';

type Round = {
  program: string;
  address: string;
  bytes: number;
  perSecond: number;
  microsecondsEach: number;
};

await buildWeb();
const folder = await mkdtemp(path.join(os.tmpdir(), 'inaam-page-'));
const postgres = await startPostgres({ dataFolder: path.join(folder, 'postgresql') });
try {
  const gateway = 'http://127.0.0.1:1';
  const product = await startProduct({
    databaseUrl: postgres.url,
    folder,
    serves: 1,
    gateway,
    profile: false,
  });
  const [origin = ''] = product.origins;
  const files = await fetchFiles(origin);
  const nginx = await startNginx(folder, files);
  const programs = {
    serve: { origin, pid: product.serves[0]?.pid ?? -1 },
    nginx: { origin: nginx.origin, pid: nginx.pid },
  };
  const rounds: Round[] = [];
  for (let round = 0; round < options.rounds; round += 1) {
    for (const { address, body } of files) {
      for (const [program, { origin: site, pid }] of Object.entries(programs)) {
        const one = await measure(
          program === 'serve' && address === homeFile ? home : address,
          site,
          pid,
        );
        rounds.push({ program, address, bytes: body.length, ...one });
        process.stdout.write(`${JSON.stringify(rounds.at(-1))}\n`);
      }
    }
  }
  nginx.stop();
  await product.stop();
  const ratios = files.map(({ address }) => {
    const of = (program: string, figure: 'perSecond' | 'microsecondsEach') =>
      medianOf(
        rounds
          .filter((one) => one.program === program && one.address === address)
          .map((one) => one[figure]),
      );
    const ratio = (figure: 'perSecond' | 'microsecondsEach') =>
      Math.round((of('serve', figure) / of('nginx', figure)) * 100) / 100;
    return { address, perSecond: ratio('perSecond'), processorTime: ratio('microsecondsEach') };
  });
  const date = new Date().toISOString().slice(0, 10);
  const result = { date, options, load: os.loadavg(), ratios, rounds };
  process.stdout.write(`${JSON.stringify(ratios)}\n`);
  const file = path.join(import.meta.dirname, '../results', `page-${date}.json`);
  await writeFile(file, `${JSON.stringify(result, null, 2)}\n`);
} finally {
  await postgres.discard();
  await rm(folder, { recursive: true });
}

/** As a browser with Brotli gets them. */
async function fetchFiles(site: string): Promise<StaticFile[]> {
  const page = await fetchFile(site, home);
  const html = await (await fetch(site + home)).text();
  const scripts = [...new Set(html.match(/\/assets\/[\w.-]+\.js/g))];
  const files = await Promise.all(scripts.map((address) => fetchFile(site, address)));
  const [largest] = files.toSorted((one, other) => other.body.length - one.body.length);
  return [{ ...page, address: homeFile }, ...(largest ? [largest] : [])];
}

async function fetchFile(site: string, address: string): Promise<StaticFile> {
  const { headers, body } = await request(site + address, { headers: { 'accept-encoding': 'br' } });
  const type = String(headers['content-type']).split(';')[0] ?? '';
  return { address, type, body: Buffer.from(await body.arrayBuffer()) };
}

async function measure(address: string, site: string, pid: number) {
  const before = await processorTimeOf([pid]);
  const requester = await startChild({
    file: 'bench/page/requester.ts',
    words: [site + address, String(options.seconds * 1000)],
    logFile: path.join(folder, 'requester.log'),
    hasChannel: true,
  });
  const answers = await new Promise<number>((resolve, reject) => {
    requester.child.once('message', (message) => resolve(z.number().parse(message)));
    requester.child.once('disconnect', () =>
      reject(new Error('Failed to measure: no answer came.')),
    );
  });
  const used = (await processorTimeOf([pid])) - before;
  return {
    perSecond: Math.round(answers / options.seconds),
    microsecondsEach: Math.round(used / answers),
  };
}
