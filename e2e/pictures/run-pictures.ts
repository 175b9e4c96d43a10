import { runNamed } from '@inaam/testing/run-named.ts';

await runNamed('series of pictures', {
  site: {
    says: 'HOME, wheel, reward and SMS for the README, in docs/pictures/',
    run: () => import('./site.ts'),
  },
  campaigns: {
    says: 'the campaigns, and the choices of the kit, side by side, in docs/pictures/',
    run: () => import('./campaigns.ts'),
  },
  screens: {
    says: 'every screen in every language: [campaign] [360x740[-dark][-large] …] [language …]',
    run: () => import('./screens.ts'),
  },
  console: {
    says: 'each page of the console; `readme` stores four in docs/pictures/: [readme] [page …]',
    run: () => import('./console.ts'),
  },
});
