// Fails as its argument says: `throw`, `reject`, `start`, or `stay`, which ignores stop signals.
import { setTimeout as pause } from 'node:timers/promises';
import { openProgramLog } from '@inaam/server/platform/log.ts';
import { runProgram } from '@inaam/server/database/run-program.ts';

const [how = ''] = process.argv.slice(2);
const defect = () =>
  new RangeError('no such number: 9876501234\n    at Asha (file:///asha.ts:1:1)');

await runProgram(openProgramLog('broken'), async (shutdown) => {
  if (how === 'start') throw defect();
  if (how === 'throw') {
    setTimeout(() => {
      throw defect();
    }, 1);
  }
  if (how === 'reject') void pause(1).then(() => Promise.reject(defect()));
  shutdown.limitSeconds = 0.2;
  const stay = setInterval(() => undefined, 1000);
  shutdown.add('the rest', () => {
    if (how === 'stay') return new Promise<void>(() => undefined);
    clearInterval(stay);
    return undefined;
  });
  return () => void process.stdout.write('{"msg":"Up."}\n');
});
