// The fields of the campaign's files that people edit. Pure.
import { valueIn, type Draft, type Place } from './draft-edits.ts';

export type Field = Place & {
  readonly label: string;
  readonly kind: 'text' | 'number' | 'day' | 'colour' | 'amount';
  readonly hint?: string;
};

const colourNames: Readonly<Record<string, string>> = {
  paper: 'Background',
  ink: 'Text',
  quiet: 'Quiet text',
  brand: 'Brand',
  brandInk: 'Text on the brand',
  accent: 'Accent',
  accentInk: 'Text on the accent',
  fault: 'Errors',
  shade: 'Shadow, and the dark background',
  wheelInk: 'Text on the wheel',
};

type Files = Draft['files'];

const keysOf = (value: unknown): string[] =>
  typeof value === 'object' && value !== null ? Object.keys(value) : [];
const countOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0);
const times = (count: number) => Array.from({ length: count }, (_, at) => at);

export function colourFields(files: Files): Field[] {
  const file = 'campaign.json';
  const start = ['theme', 'colours'];
  const colours = valueIn(files[file], start);
  const named = keysOf(colours).filter((name) => colourNames[name] !== undefined);
  const trim = keysOf(valueIn(colours, ['trim']));
  return [
    ...named.map((name) => ({ path: [...start, name], label: colourNames[name] ?? name })),
    ...times(countOf(valueIn(colours, ['wheel']))).map((at) => ({
      path: [...start, 'wheel', at],
      label: `Segment ${at + 1} of the wheel`,
    })),
    ...trim.map((name) => ({ path: [...start, 'trim', name], label: `Wheel: ${name}` })),
  ].map((field) => ({ ...field, file, kind: 'colour' as const }));
}

export function factFields(): Field[] {
  const of = (path: string[], label: string, kind: Field['kind'] = 'text'): Field => {
    return { file: 'campaign.json', path, label, kind };
  };
  return [
    of(['name'], 'Name of the campaign'),
    of(['promoter'], 'Promoter'),
    of(['programme', 'from'], 'First day', 'day'),
    of(['programme', 'to'], 'Last day', 'day'),
    of(['contacts', 'email'], 'Email of the support desk'),
    of(['contacts', 'phone'], 'Phone of the support desk'),
    of(['packPrice'], 'Price of the pack, rupees', 'number'),
  ];
}

/** By heading. */
export function prizeFields(files: Files): Readonly<Record<string, readonly Field[]>> {
  const { 'rewards.json': rewards, 'draw.json': draw } = files;
  const of = (file: string, path: Field['path'], label: string, kind: Field['kind'] = 'number') => {
    return { file: `${file}.json`, path, label, kind };
  };
  const outcomes = times(countOf(valueIn(rewards, ['outcomes'])));
  const amounts = keysOf(valueIn(draw, ['deck', 'cards']));
  const fixed = times(countOf(valueIn(rewards, ['fixed'])));
  const isReserve = valueIn(draw, ['whenDeckEnds', 'kind']) === 'reserve';
  return {
    'Rewards of the wheel': outcomes.map((at) =>
      of('rewards', ['outcomes', at, 'amount'], `Reward ${at + 1}, rupees`, 'amount'),
    ),
    'How many of each': [
      ...amounts.map((amount) =>
        of('draw', ['deck', 'cards', amount], `Rs ${amount} in a block of the deck`),
      ),
      of('draw', ['deck', 'blocks'], 'Blocks of the deck'),
      ...(isReserve ? [of('draw', ['whenDeckEnds', 'rewards'], 'Rewards of the reserve')] : []),
      of('draw', ['budgetRupees'], 'Budget, rupees'),
    ],
    ...Object.fromEntries(
      fixed.map((at) => [
        `Fixed reward of ${String(valueIn(rewards, ['fixed', at, 'state']))}`,
        [
          of('rewards', ['fixed', at, 'amount'], 'Amount, rupees'),
          of('rewards', ['fixed', at, 'rewards'], 'How many'),
          of('rewards', ['fixed', at, 'from'], 'From', 'day'),
        ],
      ]),
    ),
  };
}

const cards = (amount: number) => ['deck', 'cards', String(amount)];

/** A new amount has the cards of the old one. */
export function amountChanges(files: Files, place: Place, from: number, to: number) {
  const file = 'draw.json';
  const savedAt = (path: readonly (string | number)[]) => valueIn(files[file], path);
  const count = Number(savedAt(cards(from)) ?? 1);
  return [
    { ...place, value: to, before: valueIn(files[place.file], place.path) },
    { file, path: cards(from), value: undefined, before: savedAt(cards(from)) },
    { file, path: cards(to), value: count, before: savedAt(cards(to)) },
  ];
}
