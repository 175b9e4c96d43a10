import '@mantine/spotlight/styles.css';
import { Input, Kbd, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import { voucherUpload } from '@inaam/contract/console/voucher-upload.ts';
import type { ConsoleCallName } from '@inaam/contract/console/calls.ts';
import { useEffect, useState, type KeyboardEvent } from 'react';
import { useLocation } from 'wouter';
import {
  CampaignIcon,
  DrawIcon,
  KeyboardIcon,
  LeaveIcon,
  PersonIcon,
  PrintIcon,
  SchemeIcon,
  SearchIcon,
  StockIcon,
} from '../../ui/icons.tsx';
import { mayCall, useConsole, useLookUp } from '../console-context.ts';
import { shopperQuery } from '../shopper-search.ts';
import { schemes } from './account-menu.tsx';
import { pagesOf } from './pages.ts';
import styles from './command-palette.module.css';

type Item = {
  readonly label: string;
  readonly Icon: typeof SearchIcon;
  readonly run: () => void;
  readonly description?: string;
  /** Other words by which it is found. */
  readonly words?: string;
  /** Keys that do the same. */
  readonly keys?: readonly string[];
};
type Group = { readonly label: string; readonly items: readonly Item[] };
type Props = {
  readonly isOpen: boolean;
  readonly close: () => void;
  readonly hasSingleKeys: boolean;
  readonly showKeys: () => void;
};

const [store, palette] = createSpotlight();
const name = 'Search or jump to';
const steps = new Map([
  ['ArrowDown', 1],
  ['ArrowUp', -1],
]);
export function CommandPalette({ isOpen, close, hasSingleKeys, showKeys }: Props) {
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState(0);
  // The page that opens takes the focus.
  const [isLeaving, setIsLeaving] = useState(false);
  const groups = useGroups(query, showKeys);
  const items = groups.flatMap((group) => group.items);
  const selected = Math.min(chosen, items.length - 1);
  const run = (item: Item | undefined) => {
    if (item === undefined) return;
    setIsLeaving(true);
    palette.close();
    item.run();
  };
  useEffect(() => {
    if (isOpen) palette.open();
  }, [isOpen]);
  useEffect(() => {
    document.querySelector(`#palette-${selected}`)?.scrollIntoView({ block: 'nearest' });
  }, [selected]);
  const press = (event: KeyboardEvent) => {
    const step = steps.get(event.key);
    if (event.nativeEvent.isComposing || (step === undefined && event.key !== 'Enter')) return;
    event.preventDefault();
    if (step === undefined) run(items[selected]);
    else if (items.length > 0) setChosen((selected + step + items.length) % items.length);
  };
  return (
    <Spotlight.Root
      store={store}
      query={query}
      onQueryChange={setQuery}
      onSpotlightOpen={() => {
        setIsLeaving(false);
        setChosen(0);
      }}
      onSpotlightClose={close}
      returnFocus={!isLeaving}
      shortcut={null}
      zIndex={300}
      attributes={{ content: { 'aria-label': name } }}
      scrollable
      maxHeight={480}
    >
      <Input
        size="lg"
        classNames={{ input: styles['search'] ?? '' }}
        placeholder="Page, action, mobile number or voucher code"
        leftSection={<SearchIcon />}
        value={query}
        onChange={(event) => {
          setQuery(event.currentTarget.value);
          setChosen(0);
        }}
        onKeyDown={press}
        aria-label={name}
        role="combobox"
        aria-expanded
        aria-controls="palette"
        aria-activedescendant={selected === -1 ? undefined : `palette-${selected}`}
        autoComplete="off"
        spellCheck={false}
        maxLength={64}
        data-autofocus
      />
      <Spotlight.ActionsList id="palette" role="listbox" aria-label={name}>
        {groups.map(({ label, items: some }) => (
          <Spotlight.ActionsGroup
            key={label}
            label={label}
            role="group"
            aria-label={label}
            className={styles['group'] ?? ''}
          >
            {some.map((item) => {
              const at = items.indexOf(item);
              return (
                <UnstyledButton
                  key={item.label}
                  id={`palette-${at}`}
                  role="option"
                  aria-selected={at === selected}
                  tabIndex={-1}
                  className={styles['item'] ?? ''}
                  // The focus stays in the field.
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => run(item)}
                >
                  <item.Icon />
                  <span className={styles['label']}>
                    {item.label}
                    {item.description === undefined ? null : (
                      <span className={styles['description']}>{item.description}</span>
                    )}
                  </span>
                  {hasSingleKeys ? item.keys?.map((key) => <Kbd key={key}>{key}</Kbd>) : null}
                </UnstyledButton>
              );
            })}
          </Spotlight.ActionsGroup>
        ))}
        {items.length > 0 ? null : <Empty />}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

function Empty() {
  const mayLookUp = useLookUp() !== undefined;
  return (
    <Spotlight.Empty className={styles['empty'] ?? ''}>
      Nothing found.
      {mayLookUp
        ? ' Find a shopper by the whole mobile number, the pseudonym or the last six characters of the voucher code.'
        : ''}
    </Spotlight.Empty>
  );
}

function useGroups(query: string, showKeys: () => void): readonly Group[] {
  const { session } = useConsole();
  const [, open] = useLocation();
  const actions = useActions(showKeys);
  const lookUp = useLookUp();
  const text = query.trim();
  const shopper = shopperQuery(text);
  const pages = pagesOf(session.account.role).map(({ label, Icon, path, key }) => ({
    label,
    Icon,
    keys: ['g', key],
    run: () => open(path),
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
    { label: 'Pages', items: pages.filter((item) => isFound(item, text)) },
    { label: 'Actions', items: actions.filter((item) => isFound(item, text)) },
  ].filter(({ items }) => items.length > 0);
}

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
      'checkCampaign',
      { label: 'Check the campaign', Icon: CampaignIcon, words: 'checklist launch' },
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
