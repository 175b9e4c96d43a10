import { Kbd, Switch, Text } from '@mantine/core';
import { useOs } from '@mantine/hooks';
import { Fragment } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { useConsole } from '../console-context.ts';
import styles from './layout.module.css';
import { pagesOf } from './pages.ts';

type Props = {
  readonly isOpen: boolean;
  readonly close: () => void;
  readonly hasSingleKeys: boolean;
  readonly setHasSingleKeys: (hasSingleKeys: boolean) => void;
};

export function ShortcutsDialog({ isOpen, close, hasSingleKeys, setHasSingleKeys }: Props) {
  const { role } = useConsole().session.account;
  const isApple = ['macos', 'ios'].includes(useOs());
  const single = [
    { keys: ['/'], label: 'Search or jump to' },
    { keys: ['?'], label: 'Show these shortcuts' },
    ...pagesOf(role).map(({ key, label }) => ({ keys: ['g', key], label })),
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
