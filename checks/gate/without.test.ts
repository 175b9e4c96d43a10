import { expect, test } from 'vitest';
import { withoutPlugin } from './without.ts';

const list = `// What plugins add.
import type { Page } from '@inaam/console/page.ts';
import * as alertCalls from './alerts/server/alerts.call.ts';
import { alerts, type AlertWords, pages as alertPages } from './alerts/plugin.ts';
import { alertsOnly } from './alertsonly/plugin.ts';

export const all: readonly Page[] = [alertsOnly, alerts];
export const words = { ...alertsOnly.words, ...alerts.words };
export const byName = { alerts: alertPages.all, 'only-alerts': alertsOnly, 'alerts-calls': alertCalls };
export const chunks = {
  alerts: () => import('./alerts/page.tsx'),
  alertsOnly: () => import('./alertsonly/page.tsx'),
};
- [alerts](alerts/guide.md): for people
- [alerts](plugins/alerts/guide.md): in the README
`;

test('a plugin’s imports, its entries and the lines that name its files leave the lists', () => {
  expect(withoutPlugin(list, 'alerts')).toBe(`// What plugins add.
import type { Page } from '@inaam/console/page.ts';
import { alertsOnly } from './alertsonly/plugin.ts';

export const all: readonly Page[] = [alertsOnly, ];
export const words = { ...alertsOnly.words,  };
export const byName = { 'only-alerts': alertsOnly,  };
export const chunks = {
  alertsOnly: () => import('./alertsonly/page.tsx'),
};
`);
});

test('a list that does not name a plugin stays as it is', () => {
  expect(withoutPlugin(list, 'packs')).toBe(list);
});
