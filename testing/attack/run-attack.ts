// `npm run attack -- <name> [size]`, on a PostgreSQL of its own. Exits with 1 if the pass line was
// missed.
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startPostgres } from '@inaam/runtime/postgres.ts';
import { rateLimits } from '@inaam/server/rules/rate-limits.ts';
import { openDatabase } from '@inaam/server/storage/database.ts';
import { migrate } from '@inaam/server/storage/migrate.ts';
import { serverOnDatabase } from '../server/server-on-database.ts';
import type { Attack } from './attack.ts';
import { bombing } from './bombing.ts';
import { guessing } from './guessing.ts';
import { lockout } from './lockout.ts';
import { probing } from './probing.ts';
import { pumping } from './pumping.ts';
import { replay } from './replay.ts';

const attacks: Record<string, { attack: Attack; size: number }> = {
  lockout: { attack: lockout, size: 200 },
  guessing: { attack: guessing, size: 133 },
  bombing: { attack: bombing, size: 7 },
  pumping: { attack: pumping, size: 100_000 },
  probing: { attack: probing, size: 300 },
  replay: { attack: replay, size: 20 },
};

const [name = '', asked] = process.argv.slice(2);
const chosen = attacks[name];
if (!chosen) {
  process.stderr.write(`Name an attack: ${Object.keys(attacks).join(', ')}.\n`);
  process.exitCode = 2;
} else {
  await run(chosen.attack, asked === undefined ? chosen.size : Number(asked));
}

async function run(attack: Attack, size: number): Promise<void> {
  const dataFolder = await mkdtemp(path.join(tmpdir(), 'inaam-attack-'));
  const postgres = await startPostgres({ dataFolder, durable: false });
  try {
    const database = openDatabase(postgres.url, 2);
    await migrate(database);
    await database.end();
    const clone = { url: postgres.url, drop: async () => undefined };
    const server = await serverOnDatabase(clone, { rateLimits });
    const start = performance.now();
    const result = await attack(server, size);
    await server.close();
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
