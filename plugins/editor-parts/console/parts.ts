import type { EditorPart } from '@inaam/console/app/console-context.ts';
import { colourFields, detailFields } from './fields.ts';

const isWithin = (fields: readonly { path: readonly unknown[] }[], path: readonly unknown[]) =>
  fields.some((one) => one.path.join('.') === path.join('.'));

export const firstParts: readonly EditorPart[] = [
  {
    name: 'colours',
    label: 'Colours',
    screen: 'home',
    shows: ({ path }, read) => isWithin(colourFields(read), path),
    load: async () => (await import('./colours.tsx')).Colours,
  },
  {
    name: 'details',
    label: 'Details',
    screen: 'home',
    shows: ({ file, path }) => file === 'campaign.json' && isWithin(detailFields, path),
    load: async () => (await import('./details.tsx')).Details,
  },
];

export const lastParts: readonly EditorPart[] = [
  {
    name: 'languages',
    label: 'Languages',
    screen: 'languages',
    shows: () => false,
    load: async () => (await import('./languages.tsx')).Languages,
  },
  {
    name: 'states',
    label: 'States',
    screen: 'home',
    shows: ({ file }) => file === 'states.json',
    load: async () => (await import('./states.tsx')).States,
  },
  {
    name: 'pictures',
    label: 'Pictures',
    screen: 'home',
    shows: ({ file }) => file.startsWith('art/'),
    load: async () => (await import('./pictures.tsx')).Pictures,
  },
];
