// An amount stands in four files: it is added, changed and removed in all of them. Pure.
type Place = { readonly file: string; readonly path: readonly (string | number)[] };
type Read = (place: Place) => unknown;
type Change = Place & { readonly value?: unknown };
type Outcome = { readonly amount: number; readonly angle: number; readonly screen: string };
type Numbers = Readonly<Record<string, unknown>>;

const places = {
  outcomes: { file: 'rewards.json', path: ['outcomes'] },
  cards: { file: 'draw.json', path: ['deck', 'cards'] },
  colours: { file: 'campaign.json', path: ['theme', 'colours', 'wheel'] },
  vouchers: { file: 'sms.json', path: ['vouchers'] },
} as const;

export const amountsMax = 18;

const isOutcome = (one: unknown): one is Outcome =>
  typeof one === 'object' && one !== null && 'amount' in one && typeof one.amount === 'number';
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const objectOf = (value: unknown): Numbers => ({ ...Object(value) });

export const outcomesOf = (read: Read): Outcome[] =>
  listOf(read(places.outcomes)).filter(isOutcome);

export function addAmount(read: Read, amount: number): Change[] {
  const outcomes = outcomesOf(read);
  const colours = listOf(read(places.colours)).map(String);
  const vouchers = objectOf(read(places.vouchers));
  const [like] = outcomes;
  const template = like && ofOther(vouchers[like.amount], like.amount, amount);
  return [
    { ...places.outcomes, value: spread([...outcomes, { amount, angle: 359, screen: 'reward' }]) },
    { ...places.cards, value: { ...objectOf(read(places.cards)), [amount]: 1 } },
    { ...places.colours, value: [...colours, anotherColour(colours)] },
    { ...places.vouchers, value: { ...vouchers, ...(template && { [amount]: template }) } },
  ];
}

/** A new amount has the cards, the segment and the wording of the old one. */
export function changeAmount(read: Read, from: number, to: number): Change[] {
  const { [from]: count = 1, ...cards } = objectOf(read(places.cards));
  const { [from]: template, ...vouchers } = objectOf(read(places.vouchers));
  const renamed = ofOther(template, from, to);
  return [
    {
      ...places.outcomes,
      value: outcomesOf(read).map((one) => (one.amount === from ? { ...one, amount: to } : one)),
    },
    { ...places.cards, value: { ...cards, [to]: count } },
    { ...places.vouchers, value: { ...vouchers, ...(renamed && { [to]: renamed }) } },
  ];
}

export function removeAmount(read: Read, amount: number): Change[] {
  const outcomes = outcomesOf(read);
  const at = outcomes.findIndex((one) => one.amount === amount);
  const { [amount]: _, ...cards } = objectOf(read(places.cards));
  const { [amount]: __, ...vouchers } = objectOf(read(places.vouchers));
  return [
    { ...places.outcomes, value: spread(outcomes.filter((one) => one.amount !== amount)) },
    { ...places.cards, value: cards },
    {
      ...places.colours,
      value: listOf(read(places.colours)).filter((_one, place) => place !== at),
    },
    { ...places.vouchers, value: vouchers },
  ];
}

/** In their order around the wheel, as far from each other as can be. */
function spread(outcomes: readonly Outcome[]): Outcome[] {
  const around = outcomes.toSorted((one, other) => one.angle - other.angle);
  const start = around[0]?.angle ?? 0;
  return outcomes.map((one) => {
    const turn = (around.indexOf(one) * 360) / outcomes.length;
    return { ...one, angle: Math.round(start + turn) % 360 };
  });
}

/** Its wording with another amount: that one is not registered yet. */
function ofOther(template: unknown, from: number, to: number) {
  if (typeof template !== 'object' || template === null) return undefined;
  const [dlt, text] = ['dlt', 'text'].map((name): unknown => Reflect.get(template, name));
  const named = (typeof text === 'string' ? text : '').replaceAll(
    /((?:Rs\.?|INR|₹|रु\.?)\s*)(\d+)(?!\d)/gu,
    (found, mark: string, amount: string) => (Number(amount) === from ? `${mark}${to}` : found),
  );
  return { ...template, dlt: { ...Object(dlt), templateId: '' }, text: named };
}

const offered =
  '#f6d365 #a8d8ea #c3e6a1 #f5b7b1 #d7bde2 #fad7a0 #a3e4d7 #f9e79f #aed6f1 #f8c8dc #e6b88a #ffffff'.split(
    ' ',
  );

const partsOf = (colour: string) =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

/** Of those that suit a dark text the one that is least like the others. */
function anotherColour(colours: readonly string[]): string {
  const apart = (colour: string) =>
    Math.min(
      ...colours.map((other) => {
        const parts = partsOf(other);
        return partsOf(colour).reduce((sum, part, at) => sum + (part - (parts[at] ?? 0)) ** 2, 0);
      }),
    );
  const [best = '#ffffff'] = offered.toSorted((one, other) => apart(other) - apart(one));
  return best;
}
