import { runNamed } from '@inaam/testing/run-named.ts';

const packages = 'bench';

await runNamed('bench', {
  journeys: {
    says: 'whole journeys a second, from the scan to the voucher SMS: [--at 1,8] [--peers] [--network 2] …',
    run: () => import('./journeys/measure-journeys.ts'),
    packages,
  },
  console: {
    says: 'each call of the console in filled tables: [1000000]',
    run: () => import('./console/measure-console.ts'),
    packages,
  },
});
