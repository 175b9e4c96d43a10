import { Text } from '@mantine/core';
import { formatCount, formatTime } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import type { Campaign } from './campaign.rules.ts';
import styles from './campaign.module.css';

export function AmendmentsPanel({ amendments }: Pick<Campaign, 'amendments'>) {
  return (
    <Panel title="Amendments">
      {amendments.length === 0 ? (
        <Text size="sm" c="dimmed">
          None. The campaign runs as committed to.
        </Text>
      ) : (
        <ul className={styles['entries']} aria-label="Amendments">
          {amendments.map(({ entry, at, what }) => (
            <li key={entry}>
              <Text size="sm" fw={600}>
                {what}
              </Text>
              <Text size="sm" c="dimmed">
                {formatTime(at)}, entry {formatCount(entry)} of the ledger, sealed with the draw’s
                secret.
              </Text>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
