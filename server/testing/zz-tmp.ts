import { startPostgres } from '@inaam/ground/postgres.ts';
import * as ch from '@inaam/ground/chromium.ts';
import fastify from 'fastify';
import { migrate } from '../storage/migrate.ts';
import { openDatabase } from '../storage/database.ts';
import { deliveryWorld } from './delivery-world.ts';
import { demoPhone } from '../../demo/phone.ts';
import { loadVoucherCodes } from '../delivery/load-vouchers.ts';
const pg = await startPostgres({ dataFolder: '/tmp/phone/data', durable: false });
let world: any, app: any, browser: any;
try {
const db = openDatabase(pg.url, 2); await migrate(db); await db.end();
world = await deliveryWorld(pg.url); await world.clear();
app = fastify();
await demoPhone(app, world as never);
const url = await app.listen({ port: 0, host: '127.0.0.1' });
const delivery = await world.deliver({ intervals: {} });
await loadVoucherCodes(world, Array.from({ length: 2000 }, (_, n) => ({ code: `LOAD-${n}`, amount: 3 })), Date.now());
await delivery.stop();
for (let n = 0; n < 40; n++) await Promise.all(Array.from({ length: 50 }, (_, k) => world.owedVoucher(String(9200000000 + n * 50 + k), 3)));

const stat = new Map<string, {n:number, ms:number}>();
const proto = (await import('pg')).default.Client.prototype as any; const orig = proto.query;
proto.query = function (q: any, ...rest: any[]) { const text = (typeof q === 'string' ? q : q.text ?? '').trim().replace(/\s+/g,' ').slice(0, 90); const s0 = performance.now(); const r = orig.call(this, q, ...rest); if (r && r.then) r.then(() => { const e = stat.get(text) ?? {n:0, ms:0}; e.n++; e.ms += performance.now()-s0; stat.set(text, e); }, () => {}); return r; };
const cpu = process.cpuUsage();
const t = performance.now();
const again = await world.deliver({ intervals: {} });
for (;;) { const { rows } = await world.database.query(`select count(*)::int as n from inaam.message where state='sent' and kind='voucher'`); if (rows[0].n >= 2000) break; await new Promise((r) => setTimeout(r, 20)); }
console.log('2000 vouchers ms', Math.round(performance.now() - t));
const c2 = process.cpuUsage(cpu); console.log('cpu ms', c2.user/1000, c2.system/1000); for (const [k,v] of [...stat].sort((a,b)=>b[1].ms-a[1].ms).slice(0,16)) console.log(v.n, (v.ms/v.n).toFixed(2), k); await again.stop();
console.log(JSON.stringify(world.said));
} finally {
await browser?.close(); await app?.close(); await world?.database.end(); await pg.discard(); }
