// `npm run attack -- <name> [size]`, on a PostgreSQL of its own. Exits with 1 if the pass line was
// missed.
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startPostgres } from '@inaam/runtime/postgres.ts';
import { rateLimits } from '@inaam/server/codes/rate-limits.rules.ts';
import { openDatabase } from '@inaam/server/database/database.ts';
import { migrate } from '@inaam/server/database/schema/migrate.ts';
import { serverOnDatabase } from '../server/app/server-on-database.ts';
import { limitsWithoutPrices } from '../server/app/test-server.ts';
import type { Attack, AttackResult } from './attack.ts';
import { bombing } from './bombing.ts';
import { guessing } from './guessing.ts';
import { lockout } from './lockout.ts';
import { probing } from './probing.ts';
import { pumping } from './pumping.ts';
import { pumpProduct } from './pump-product.ts';
import { replay } from './replay.ts';

const attacks: Record<string, { attack: Attack; size: number }> = {
  lockout: { attack: lockout, size: 200 },
  guessing: { attack: guessing, size: 133 },
  bombing: { attack: bombing, size: 7 },
  pumping: { attack: pumping, size: 12 },
  probing: { attack: probing, size: 300 },
  replay: { attack: replay, size: 20 },
};
/** In the product's own programs and in real time; the others in this process. */
const onProduct = { name: 'botnet', size: 100_000 };

const [name = '', asked] = process.argv.slice(2);
const chosen = attacks[name];
const size = asked === undefined ? undefined : Number(asked);
if (name === onProduct.name) {
  await run(true, (url) => pumpProduct(url, size ?? onProduct.size));
} else if (chosen) {
  await run(false, (url) => attackServer(url, chosen.attack, size ?? chosen.size));
} else {
  const names = [...Object.keys(attacks), onProduct.name];
  process.stderr.write(`Name an attack: ${names.join(', ')}.\n`);
  process.exitCode = 2;
}

async function attackServer(url: string, attack: Attack, size: number): Promise<AttackResult> {
  const database = openDatabase(url, 2);
  await migrate(database);
  await database.end();
  // Where one number is attacked, the attackers pay whatever is asked of them.
  const options = { rateLimits: attack === pumping ? rateLimits : limitsWithoutPrices };
  const server = await serverOnDatabase({ url, drop: async () => undefined }, options);
  try {
    return await attack(server, size);
  } finally {
    await server.close();
  }
}

async function run(
  durable: boolean,
  attack: (url: string) => Promise<AttackResult>,
): Promise<void> {
  const dataFolder = await mkdtemp(path.join(tmpdir(), 'inaam-attack-'));
  const postgres = await startPostgres({ dataFolder, durable });
  try {
    const start = performance.now();
    const result = await attack(postgres.url);
    const seconds = Math.round((performance.now() - start) / 1000);
    const date = new Date().toISOString().slice(0, 10);
    process.stdout.write(
      `${JSON.stringify({ date, attack: name, ...result, seconds }, null, 2)}\n`,
    );
    if (!result.isHeld) process.exitCode = 1;
  } finally {
    await postgres.discard();
  }
}
