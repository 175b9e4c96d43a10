import type {
  CampaignEditing,
  EditedField,
  EditorPart,
  Place,
} from '@inaam/console/app/console-context.ts';

type Read = CampaignEditing['valueAt'];
type Group = { readonly heading: string; readonly fields: readonly EditedField[] };

const keysOf = (value: unknown) => Object.keys(Object(value));
/** The places of a list. */
const placesOf = (value: unknown) => (Array.isArray(value) ? [...value.keys()] : []);

type Usual = Pick<EditedField, 'help'> & { readonly kind?: EditedField['kind'] };
type Make = (path: EditedField['path'], label: string, more?: Usual) => EditedField;
const fieldOf =
  (file: string): Make =>
  (path, label, { help, kind = 'number' } = {}) => ({
    file,
    path,
    label,
    kind,
    ...(help !== undefined && { help }),
  });

export function prizeGroups(read: Read): Group[] {
  const [inDraw, inRewards] = [fieldOf('draw.json'), fieldOf('rewards.json')];
  const isReserve = read({ file: 'draw.json', path: ['whenDeckEnds', 'kind'] }) === 'reserve';
  const amounts = keysOf(read({ file: 'draw.json', path: ['deck', 'cards'] }));
  const reserve = inDraw(['whenDeckEnds', 'rewards'], 'Rewards of the reserve', {
    help: 'Paid once the deck is empty.',
  });
  const fixed = placesOf(read({ file: 'rewards.json', path: ['fixed'] }));
  return [
    {
      heading: 'How many of each',
      fields: [
        ...amounts.map((amount) =>
          inDraw(['deck', 'cards', amount], `₹${amount} in a block of the deck`),
        ),
        inDraw(['deck', 'blocks'], 'Blocks of the deck', {
          help: 'Each block is shuffled by itself.',
        }),
        ...(isReserve ? [reserve] : []),
        inDraw(['budgetRupees'], 'Budget (₹)', {
          help: 'All rewards of deck, reserve and states together.',
        }),
      ],
    },
    ...fixed.map((at) => ({
      heading: `Fixed reward of ${String(read({ file: 'rewards.json', path: ['fixed', at, 'state'] }))}`,
      fields: [
        inRewards(['fixed', at, 'amount'], 'Amount (₹)', { help: 'One of the wheel’s.' }),
        inRewards(['fixed', at, 'rewards'], 'How many'),
        inRewards(['fixed', at, 'from'], 'From', { kind: 'day' }),
      ],
    })),
  ];
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

const categories = ['transactional', 'service-implicit', 'service-explicit', 'promotional'];

export type SmsGroup = Group & { readonly kind: 'otp' | 'voucher'; readonly text: string };

export function smsGroups(read: Read): SmsGroup[] {
  const amounts = keysOf(read({ file: 'sms.json', path: ['vouchers'] }));
  const group = (heading: string, kind: SmsGroup['kind'], path: readonly string[]): SmsGroup => {
    const of: Make = (steps, label, more) =>
      fieldOf('sms.json')([...path, ...steps], label, { kind: 'text', ...more });
    const holders = kind === 'otp' ? '{code}, {minutes} and {host}' : '{code} and {validUntil}';
    return {
      heading,
      kind,
      text: textOf(read({ file: 'sms.json', path: [...path, 'text'] })),
      fields: [
        of(['text'], 'Text', {
          kind: 'long',
          help: `Letter for letter as it is registered; ${holders} are filled in.`,
        }),
        of(['dlt', 'templateId'], 'Id of the template', { help: '19 digits, from the operator.' }),
        of(['dlt', 'headerId'], 'Header', { help: 'The sender that phones show.' }),
        of(['dlt', 'entityId'], 'Id of the company', { help: '19 digits, the same in each.' }),
        of(['category'], 'Category', { kind: categories }),
      ],
    };
  };
  return [
    group('The code', 'otp', ['otp']),
    ...amounts.map((amount) => group(`Voucher of ₹${amount}`, 'voucher', ['vouchers', amount])),
  ];
}

const isAmong = (groups: readonly Group[], { file, path }: Place) =>
  groups.some(({ fields }) =>
    fields.some((one) => one.file === file && one.path.join('.') === path.join('.')),
  );

const prizesPart: EditorPart = {
  name: 'prizes',
  label: 'Prizes',
  screen: 'wheel',
  shows: (place, read) => isAmong(prizeGroups(read), place),
  load: async () => (await import('./prizes.tsx')).Prizes,
};
const smsPart: EditorPart = {
  name: 'sms',
  label: 'SMS',
  screen: 'code',
  shows: (place, read) => isAmong(smsGroups(read), place),
  load: async () => (await import('./sms.tsx')).Sms,
};
export const prizeParts = [prizesPart, smsPart];
