import type { CampaignEditing, EditedField } from '@inaam/console/app/console-context.ts';

const file = 'campaign.json';
const start = ['theme', 'colours'];

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
  'trim.rim': 'Rim of the wheel',
  'trim.crust': 'Darker edge of the rim',
  'trim.line': 'Lines of the wheel',
  'trim.pointer': 'Pointer of the wheel',
};

export function colourFields(read: CampaignEditing['valueAt']) {
  const wheel = read({ file, path: [...start, 'wheel'] });
  const segments = Array.isArray(wheel) ? [...wheel.keys()] : [];
  return [
    ...Object.entries(colourNames).map(([name, label]) => ({ path: name.split('.'), label })),
    ...segments.map((at) => ({ path: ['wheel', at], label: `Segment ${at + 1} of the wheel` })),
  ].map(({ path, label }) => ({ file, path: [...start, ...path], label }));
}

const of = (
  path: string[],
  label: string,
  help?: string,
  kind: EditedField['kind'] = 'text',
): EditedField => ({ file, path, label, kind, ...(help !== undefined && { help }) });

export const detailFields = [
  of(['name'], 'Name of the campaign', 'As shoppers read it, also in the SMS.'),
  of(['promoter'], 'Promoter', 'The company that answers for the promotion.'),
  of(['redeemAt'], 'Where vouchers are used', 'A shop or an app. Each SMS names it.'),
  of(['packPrice'], 'Price of the pack (₹)', undefined, 'number'),
  of(['programme', 'from'], 'First day', undefined, 'day'),
  of(['programme', 'to'], 'Last day', 'Vouchers stay valid after it.', 'day'),
  of(['contacts', 'email'], 'Email of the support desk'),
  of(['contacts', 'phone'], 'Phone of the support desk'),
];
