// The rows of the table of doors for web/. See rooms.ts.
import type { Room } from './doors.ts';

const fileSystem = ['node:fs', 'node:fs/promises', 'node:path', 'node:url'];
const wire = ['contract', 'campaigns'];
const view = ['react', 'zustand/react', 'zustand/vanilla', 'zod/mini'];

/** Tests show the campaign's real words, and build stages for a real browser. */
const stage = {
  rooms: ['campaigns: words', 'campaigns: server side', 'runtime'],
  packages: ['@vitejs/plugin-react', 'playwright-core', 'react-dom', 'vite'],
};

export const webRooms: readonly Room[] = [
  {
    name: 'web/build',
    holds: ['web/build/*', 'web/vite.config.ts'],
    rooms: ['contract', 'campaigns', 'web'],
    packages: ['vite', '@vitejs/plugin-react'],
    node: [...fileSystem, 'node:crypto', 'node:util', 'node:zlib'],
  },
  {
    // main, app, routes: they know everything, and nothing imports them.
    name: 'web',
    holds: [
      'web/index.html',
      'web/main.tsx',
      'web/app.tsx',
      'web/overlays.tsx',
      'web/routes.tsx',
      'web/first-paint/*',
    ],
    rooms: [
      ...wire,
      'web/api',
      'web/app',
      'web/features',
      'web/locale',
      'web/screens',
      'web/session',
      'web/tracking',
      'web/ui',
    ],
    packages: [...view, 'react-dom', 'wouter'],
    tests: stage,
  },
  {
    // What the composed app offers to screens and features.
    name: 'web/app',
    holds: ['web/app/*'],
    rooms: [...wire, 'web/api', 'web/locale', 'web/session', 'web/tracking', 'web/ui'],
    packages: view,
    tests: stage,
  },
  {
    name: 'web/locale',
    holds: ['web/locale/*'],
    rooms: [...wire, 'web/api', 'web/session'],
    packages: ['zustand/vanilla'],
    tests: stage,
  },
  {
    name: 'web/screens',
    holds: ['web/screens/*'],
    rooms: [...wire, 'web/app', 'web/features', 'web/session', 'web/ui', 'web/wheel'],
    packages: [...view, 'wouter'],
    tests: stage,
  },
  {
    // One folder per thing a shopper does; a feature never imports another feature.
    name: 'web/features',
    holds: ['web/features/*/*'],
    among: 'folder',
    rooms: [
      ...wire,
      'web/api',
      'web/app',
      'web/locale',
      'web/session',
      'web/tracking',
      'web/ui',
      'web/wheel',
    ],
    packages: view,
    tests: stage,
  },
  {
    // Knows degrees, not rupees or routes.
    name: 'web/wheel',
    holds: ['web/wheel/*'],
    packages: ['react'],
    tests: stage,
  },
  {
    name: 'web/session',
    holds: ['web/session/*'],
    rooms: [...wire, 'web/api'],
    packages: ['zod/mini', 'zustand/vanilla'],
    tests: stage,
  },
  { name: 'web/api', holds: ['web/api/*'], rooms: wire, packages: ['zod/mini'] },
  // Knows no session and no call: what it is not given it can't carry to a tag.
  { name: 'web/tracking', holds: ['web/tracking/*'], rooms: ['campaigns'] },
  {
    name: 'web/ui',
    holds: ['web/ui/*'],
    rooms: wire,
    packages: ['react', 'zustand/react', 'zustand/vanilla'],
    tests: stage,
  },
  {
    // Simulated shoppers: a made-up tab and server around the app that ships, and the model it is held against. Only its
    // own test comes in.
    name: 'web/shoppers',
    holds: ['testing/web-model/*'],
    rooms: [...wire, 'web/app', 'web/features', 'web/session'],
    packages: ['fast-check', 'zod/mini'],
    tests: stage,
  },
  {
    // Typefaces as they are shipped, and what makes them out of their packages: run by hand, never by a build.
    name: 'web/fonts',
    holds: ['web/fonts/*'],
    rooms: ['campaigns: server side'],
    packages: ['harfbuzzjs', 'subset-font'],
    node: ['node:fs/promises', 'node:path', 'node:url'],
  },
  { name: 'web/public', holds: ['web/public/*', 'web/public/*/*'] },
];
