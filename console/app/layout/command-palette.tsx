import '@mantine/spotlight/styles.css';
import { Input, Kbd, UnstyledButton } from '@mantine/core';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import { useEffect, useState, type KeyboardEvent } from 'react';
import { SearchIcon } from '../../ui/icons.tsx';
import { useLookUp } from '../console-context.ts';
import { useCommands, type Group, type Item } from './use-commands.ts';
import styles from './layout.module.css';

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
/** No tag has these roles together with a free field. */
const roles = {
  search: { role: 'combobox', 'aria-expanded': true, 'aria-controls': 'palette' },
  list: { role: 'listbox' },
  group: { role: 'group' },
  option: { role: 'option' },
} as const;

export function CommandPalette({ isOpen, close, hasSingleKeys, showKeys }: Props) {
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState(0);
  // The page that opens takes the focus.
  const [isLeaving, setIsLeaving] = useState(false);
  const groups = useCommands(query, showKeys);
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
      <Search
        query={query}
        selected={selected}
        count={items.length}
        change={(text) => {
          setQuery(text);
          setChosen(0);
        }}
        choose={setChosen}
        run={() => run(items[selected])}
      />
      <Options groups={groups} selected={selected} hasSingleKeys={hasSingleKeys} run={run} />
    </Spotlight.Root>
  );
}

type SearchProps = {
  readonly query: string;
  readonly selected: number;
  readonly count: number;
  readonly change: (query: string) => void;
  readonly choose: (selected: number) => void;
  readonly run: () => void;
};

function Search({ query, selected, count, change, choose, run }: SearchProps) {
  const press = (event: KeyboardEvent) => {
    const step = steps.get(event.key);
    if (event.nativeEvent.isComposing || (step === undefined && event.key !== 'Enter')) return;
    event.preventDefault();
    if (step === undefined) run();
    else if (count > 0) choose((selected + step + count) % count);
  };
  return (
    <Input
      size="lg"
      classNames={{ input: styles['paletteSearch'] ?? '' }}
      placeholder="Page, action, mobile number or voucher code"
      leftSection={<SearchIcon />}
      value={query}
      onChange={(event) => {
        change(event.currentTarget.value);
      }}
      onKeyDown={press}
      aria-label={name}
      {...roles.search}
      aria-activedescendant={selected === -1 ? undefined : `palette-${selected}`}
      autoComplete="off"
      spellCheck={false}
      maxLength={64}
      data-autofocus
    />
  );
}

type OptionsProps = {
  readonly groups: readonly Group[];
  readonly selected: number;
  readonly hasSingleKeys: boolean;
  readonly run: (item: Item) => void;
};

function Options({ groups, selected, hasSingleKeys, run }: OptionsProps) {
  const items = groups.flatMap((group) => group.items);
  return (
    <Spotlight.ActionsList id="palette" {...roles.list} aria-label={name}>
      {groups.map(({ label, items: some }) => (
        <Spotlight.ActionsGroup
          key={label}
          label={label}
          {...roles.group}
          aria-label={label}
          className={styles['paletteGroup'] ?? ''}
        >
          {some.map((item) => {
            const at = items.indexOf(item);
            return (
              <UnstyledButton
                key={item.label}
                id={`palette-${at}`}
                {...roles.option}
                aria-selected={at === selected}
                tabIndex={-1}
                className={styles['option'] ?? ''}
                // The focus stays in the field.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => run(item)}
              >
                <item.Icon />
                <span className={styles['optionLabel']}>
                  {item.label}
                  {item.description === undefined ? null : (
                    <span className={styles['optionText']}>{item.description}</span>
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
  );
}

function Empty() {
  const mayLookUp = useLookUp() !== undefined;
  return (
    <Spotlight.Empty className={styles['paletteEmpty'] ?? ''}>
      Nothing found.
      {mayLookUp
        ? ' Find a shopper by the whole mobile number, the pseudonym or the last six characters of the voucher code.'
        : ''}
    </Spotlight.Empty>
  );
}
