import { useMantineColorScheme } from '@mantine/core';
import type { ConsoleCallName } from '@inaam/contract/console/calls.ts';
import { voucherUpload } from '@inaam/contract/console/voucher-upload.ts';
import { useLocation } from 'wouter';
import {
  CampaignIcon,
  DrawIcon,
  KeyboardIcon,
  LeaveIcon,
  PersonIcon,
  PrintIcon,
  SchemeIcon,
  StockIcon,
} from '../../ui/icons.tsx';
import { mayCall, useConsole, useLookUp } from '../console-context.ts';
import { shopperQuery } from '../shopper-search.ts';
import { schemes } from './account-menu.tsx';
import { addressOfSection, campaignSections, pagesOf } from './pages.ts';

export type Item = {
  readonly label: string;
  readonly Icon: typeof PersonIcon;
  readonly run: () => void;
  readonly description?: string;
  /** Other words by which it is found. */
  readonly words?: string;
  /** Keys that do the same. */
  readonly keys?: readonly string[];
};
export type Group = { readonly label: string; readonly items: readonly Item[] };

/** What the palette offers for what was typed: shoppers, pages and actions. */
export function useCommands(query: string, showKeys: () => void): readonly Group[] {
  const { session } = useConsole();
  const [, open] = useLocation();
  const actions = useActions(showKeys);
  const lookUp = useLookUp();
  const text = query.trim();
  const shopper = shopperQuery(text);
  const pages = pagesOf(session).map(({ label, Icon, path, key }) => ({
    label,
    Icon,
    keys: ['g', key],
    run: () => open(path),
  }));
  const sections = Object.entries(campaignSections).map(([name, label]) => ({
    label: `Campaign: ${label}`,
    Icon: CampaignIcon,
    words: sectionWords[name] ?? '',
    run: () => open(addressOfSection(name)),
  }));
  const shoppers =
    shopper === undefined || lookUp === undefined
      ? []
      : [
          {
            label: `Find a shopper: ${text}`,
            description: shopper,
            Icon: PersonIcon,
            run: () => lookUp(text),
          },
        ];
  return [
    { label: 'Shoppers', items: shoppers },
    {
      label: 'Pages',
      // The sections would hide the actions of an empty search.
      items: [...pages, ...(text === '' ? [] : sections)].filter((item) => isFound(item, text)),
    },
    { label: 'Actions', items: actions.filter((item) => isFound(item, text)) },
  ].filter(({ items }) => items.length > 0);
}

const sectionWords: Readonly<Record<string, string>> = {
  edit: 'texts prizes colours dates draft',
  preview: 'screens site',
  sms: 'messages templates',
  changes: 'amend amendments budget',
};

/** Each word of the query begins a word of the item. */
function isFound({ label, words = '' }: Item, query: string): boolean {
  const known = `${label} ${words}`.toLowerCase().split(/\s+/);
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((part) => known.some((word) => word.startsWith(part)));
}

/** What the role may do. */
function useActions(showKeys: () => void): readonly Item[] {
  const { session, leave } = useConsole();
  const { setColorScheme } = useMantineColorScheme();
  const [, open] = useLocation();
  const { role } = session.account;
  const on = (call: ConsoleCallName, item: Omit<Item, 'run'>, path: string): Item[] =>
    mayCall(role, call) ? [{ ...item, run: () => open(path) }] : [];
  const mayLoad = voucherUpload.may.some((may) => may === role);
  return [
    ...(mayLoad
      ? [
          {
            label: 'Load codes',
            Icon: StockIcon,
            words: 'upload voucher file csv batch',
            run: () => open('/deliveries/load'),
          },
        ]
      : []),
    ...on(
      'pauseCampaign',
      { label: 'Pause the campaign', Icon: CampaignIcon, words: 'stop resume' },
      '/campaign',
    ),
    ...on(
      'verifyDraw',
      { label: 'Verify the draw', Icon: DrawIcon, words: 'ledger fair' },
      '/draw',
    ),
    ...on(
      'allowDrawFiles',
      { label: 'Download the ledger', Icon: DrawIcon, words: 'draw files audit' },
      '/draw',
    ),
    {
      label: 'Print this page',
      Icon: PrintIcon,
      words: 'report pdf save download',
      // Once the palette is gone, which would be printed too.
      run: () => setTimeout(() => window.print(), 400),
    },
    ...schemes.map(({ value, label }) => ({
      label: `Appearance: ${label.toLowerCase()}`,
      Icon: SchemeIcon,
      words: 'theme mode colour scheme',
      run: () => setColorScheme(value),
    })),
    { label: 'Keyboard shortcuts', Icon: KeyboardIcon, words: 'keys help', run: showKeys },
    { label: 'Sign out', Icon: LeaveIcon, words: 'log off', run: () => void leave('signOut') },
    {
      label: 'Sign out everywhere',
      Icon: LeaveIcon,
      words: 'log off',
      run: () => void leave('signOutEverywhere'),
    },
  ];
}
