// `npm run drill -- attack <name> [size]`, on a temporary PostgreSQL. Exits with 1 if the pass line
// was missed.
import { rateLimits } from '@inaam/server/codes/rate-limits.rules.ts';
import { onServer, printResult } from '../product/run.ts';
import { limitsWithoutPrices } from '../server/app/test-server.ts';
import type { Attack, AttackResult } from './attackers.ts';
import { bombing } from './bombing.ts';
import { guessing } from './guessing.ts';
import { lockout } from './lockout.ts';
import { pumping } from './pumping.ts';
import { replay } from './replay.ts';

type Run = {
  run: (size: number) => Promise<AttackResult>;
  /** Default size. */
  size: number;
  /** Unit of the size. */
  of: string;
};

// An attack on one number pays any price.
const onClock = (attack: Attack, limits = limitsWithoutPrices) => {
  return (size: number) => onServer({ rateLimits: limits }, (server) => attack(server, size));
};

const attacks: Readonly<Record<string, Run>> = {
  lockout: { run: onClock(lockout), size: 200, of: 'owners of attacked numbers' },
  guessing: { run: onClock(guessing), size: 133, of: 'days of the programme' },
  bombing: { run: onClock(bombing), size: 7, of: 'days of asking' },
  pumping: { run: onClock(pumping, rateLimits), size: 10, of: 'per cent of a real crowd' },
  replay: { run: onClock(replay), size: 20, of: 'journeys' },
};

const [name = '', asked] = process.argv.slice(2);
const chosen = Object.hasOwn(attacks, name) ? attacks[name] : undefined;
if (chosen) {
  const size = asked === undefined ? chosen.size : Number(asked);
  const run = async () => ({ attack: name, ...(await chosen.run(size)) });
  if (!(await printResult(run)).isHeld) process.exitCode = 1;
} else {
  const list = Object.entries(attacks).map(([each, { size, of }]) => `  ${each} ${size}: ${of}\n`);
  process.stderr.write(`Name an attack, and its size:\n${list.join('')}`);
  process.exitCode = 2;
}
