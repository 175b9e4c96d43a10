// Calls a site as fast as it answers, until SIGTERM, and prints how often.
import { setPriority } from 'node:os';
import { callPath } from '@inaam/contract/calls.ts';

const [origin = '', callers = '12'] = process.argv.slice(2);
// A flood comes from other machines: its own work must not slow what is measured on this one.
setPriority(19);
const url = `${origin}${callPath('startSession')}`;
let calls = 0;
process.on('SIGTERM', () => {
  process.stdout.write(`${calls}\n`);
  process.exit();
});
const attack = async (number: number) => {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': `10.9.0.${number}` };
  for (;;) {
    const call = { method: 'POST', headers, body: '{"utm_source":"qrcode"}' };
    await fetch(url, call).then(
      (answer) => answer.text(),
      () => '',
    );
    calls += 1;
  }
};
await Promise.all(Array.from({ length: Number(callers) }, (_, number) => attack(number + 1)));
