import { Kbd, Switch, Text } from '@mantine/core';
import { useDisclosure, useLocalStorage, useOs } from '@mantine/hooks';
import { Fragment, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { Dialog } from '../../ui/dialog.tsx';
import { useConsole } from '../console-context.ts';
import styles from './layout.module.css';
import { pagesOf } from './pages.ts';
import { shortcutOf } from './shortcuts.ts';

/** Keys of the whole console. They rest while a dialog is open. */
export function useShortcuts() {
  const { session } = useConsole();
  const [, open] = useLocation();
  const [areKeysShown, keys] = useDisclosure(false);
  const [isSearching, setIsSearching] = useState(false);
  // Loaded when it is first wanted, then kept.
  const [hasPalette, setHasPalette] = useState(false);
  // A single character may be pressed by mistake or by voice control (WCAG 2.1.4).
  const [hasSingleKeys, setHasSingleKeys] = useLocalStorage({
    key: 'inaam-single-keys',
    defaultValue: true,
    getInitialValueInEffect: false,
  });
  const begunAt = useRef<number>(undefined);
  const search = () => {
    setHasPalette(true);
    setIsSearching(true);
  };
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.repeat || isInDialog()) return;
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
    if (hasModifier && !event.altKey && event.key.toLowerCase() === 'k') {
      event.preventDefault();
      search();
      return;
    }
    const { key, timeStamp: at, target } = event;
    if (!hasSingleKeys || key === 'Shift') return;
    const found = shortcutOf({ key, hasModifier, isTyping: isField(target), at }, begunAt.current);
    begunAt.current = found.begunAt;
    const { shortcut } = found;
    if (shortcut === undefined) return;
    event.preventDefault();
    if (shortcut.kind === 'page') {
      const page = pagesOf(session).find((one) => one.key === shortcut.key);
      if (page) open(page.path);
    } else if (shortcut.kind === 'search') search();
    else keys.open();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
  return {
    search,
    showKeys: keys.open,
    palette: hasPalette
      ? { isOpen: isSearching, close: () => setIsSearching(false), hasSingleKeys }
      : undefined,
    dialog: { isOpen: areKeysShown, close: keys.close, hasSingleKeys, setHasSingleKeys },
  };
}

const isInDialog = () => document.querySelector('[role="dialog"][aria-modal="true"]') !== null;

/** Whether keys are text there, or choose from a list. */
function isField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  const isText = target.matches('input:not([type=radio], [type=checkbox]), textarea, select');
  return isText || target.isContentEditable || target.closest('[role=menu]') !== null;
}

type Props = {
  readonly isOpen: boolean;
  readonly close: () => void;
  readonly hasSingleKeys: boolean;
  readonly setHasSingleKeys: (hasSingleKeys: boolean) => void;
};

export function ShortcutsDialog({ isOpen, close, hasSingleKeys, setHasSingleKeys }: Props) {
  const { session } = useConsole();
  const isApple = ['macos', 'ios'].includes(useOs());
  const single = [
    { keys: ['/'], label: 'Search or jump to' },
    { keys: ['?'], label: 'Show these shortcuts' },
    ...pagesOf(session).map(({ key, label }) => ({ keys: ['g', key], label })),
  ];
  return (
    <Dialog isOpen={isOpen} title="Keyboard shortcuts" close={close}>
      <dl className={styles['keys']}>
        <Keys keys={[isApple ? '⌘' : 'Ctrl', 'K']} label="Search or jump to, from anywhere" />
        {hasSingleKeys ? single.map((one) => <Keys key={one.keys.join(' ')} {...one} />) : null}
      </dl>
      <Switch
        mt="md"
        label="Shortcuts of single keys"
        description="Switch them off if you use voice control. This browser remembers it."
        checked={hasSingleKeys}
        onChange={(event) => setHasSingleKeys(event.currentTarget.checked)}
      />
    </Dialog>
  );
}

function Keys({ keys, label }: { keys: readonly string[]; label: string }) {
  return (
    <div>
      <Text component="dt" size="sm">
        {label}
      </Text>
      <dd>
        {keys.map((key) => (
          <Fragment key={key}>
            <Kbd>{key}</Kbd>{' '}
          </Fragment>
        ))}
      </dd>
    </div>
  );
}
