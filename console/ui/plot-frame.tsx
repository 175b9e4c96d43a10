import { ActionIcon, Group, Paper, Progress, Stack, Text, Title, Tooltip } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { createContext, use, useId, useRef, useState, type ReactNode } from 'react';
import { useAnnounce } from './announcer.tsx';
import { csvOf, type TableData, saveFile } from './csv.ts';
import { DataTable } from './data-table.tsx';
import { DownloadIcon, PictureIcon, TableIcon } from './icons.tsx';
import styles from './plot-frame.module.css';
import { pictureOf } from './plot-picture.ts';

/** Of the page's plots: whose figures, of which period and people, read when. */
export const PlotOrigin = createContext({ campaign: '', scope: '', time: '' });

type Props = {
  readonly title: string;
  /** What the plot shows, in words. */
  readonly summary: string;
  readonly table: TableData;
  readonly fileName: string;
  /** Instead of the page's period and filters, if the plot does not depend on them. */
  readonly scope?: string;
  readonly controls?: ReactNode;
  /** It shows a table itself. */
  readonly isTabular?: true;
  /** Shown if there is nothing to plot. */
  readonly empty?: string | undefined;
  readonly children: ReactNode;
};

/** A plot with its summary, and its figures as a table, a CSV file and a picture. */
export function PlotFrame(props: Props) {
  const { title, summary, table, scope, controls, empty, children } = props;
  const [isTable, setIsTable] = useState(false);
  const frame = useRef<HTMLElement>(null);
  const heading = useId();
  const page = use(PlotOrigin);
  return (
    <Paper
      withBorder
      component="section"
      ref={frame}
      aria-labelledby={heading}
      className={styles['frame']}
    >
      <Text size="sm" c="dimmed" className={styles['caption'] ?? ''}>
        {page.campaign}
      </Text>
      <Group justify="space-between" wrap="nowrap" gap="xs" align="flex-start">
        <Title order={2} id={heading} pt={4}>
          {title}
        </Title>
        {empty === undefined ? (
          <Tools {...props} frame={frame} isTable={isTable} toggle={() => setIsTable(!isTable)} />
        ) : null}
      </Group>
      <Text size="sm" c="dimmed" className={styles['caption'] ?? ''}>
        {scope ?? page.scope}
      </Text>
      <Text size="sm" c="dimmed">
        {empty ?? summary}
      </Text>
      <div className={styles['tools']}>{controls}</div>
      {empty === undefined && !isTable ? (
        <figure aria-label={`${title}. ${summary}`} className={styles['plot']}>
          {children}
        </figure>
      ) : null}
      {empty === undefined && isTable ? <DataTable caption={title} table={table} /> : null}
      <Text size="xs" c="dimmed" className={styles['caption'] ?? ''}>
        {`Source: ${page.campaign}, Inaam console · ${page.time}`}
      </Text>
    </Paper>
  );
}

type ToolsProps = Props & {
  readonly frame: { readonly current: HTMLElement | null };
  readonly isTable: boolean;
  readonly toggle: () => void;
};

function Tools({ title, table, fileName, isTabular, frame, isTable, toggle }: ToolsProps) {
  const announce = useAnnounce();
  const save = () => {
    saveFile(`${fileName}.csv`, new Blob([csvOf(table)], { type: 'text/csv;charset=utf-8' }));
    announce(`${title}: the CSV file is downloaded.`);
  };
  const copyPicture = async () => {
    if (frame.current === null) return;
    const done = await copyOrSave(pictureOf(frame.current), `${fileName}.png`).catch(() => false);
    const message =
      done === false ? 'The browser could not draw this picture.' : `${title}: ${done}.`;
    notifications.show({ message, color: done === false ? 'red' : 'indigo' });
  };
  return (
    <Group gap={2} wrap="nowrap" className={styles['tools'] ?? ''}>
      {isTabular ? null : (
        <Tool label={`${title} as a table`} isPressed={isTable} onClick={toggle}>
          <TableIcon />
        </Tool>
      )}
      <Tool label={`${title} as a CSV file`} onClick={save}>
        <DownloadIcon />
      </Tool>
      {isTable ? null : (
        <Tool label={`Copy the picture of ${title}`} onClick={() => void copyPicture()}>
          <PictureIcon />
        </Tool>
      )}
    </Group>
  );
}

type ToolProps = {
  readonly label: string;
  readonly isPressed?: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
};

function Tool({ label, isPressed, onClick, children }: ToolProps) {
  return (
    <Tooltip label={label} openDelay={400}>
      <ActionIcon
        variant={isPressed ? 'light' : 'subtle'}
        color={isPressed ? 'indigo' : 'gray'}
        size="2rem"
        aria-label={label}
        aria-pressed={isPressed}
        onClick={onClick}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  );
}

/** Safari needs the promise itself, created while the press still counts as one. */
async function copyOrSave(picture: Promise<Blob>, fileName: string): Promise<string> {
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })]);
    return 'the picture is copied';
  } catch {
    saveFile(fileName, await picture);
    return 'the picture is downloaded, because the browser cannot copy it';
  }
}

type BarRow = {
  readonly label: string;
  /** At the end of the label's line, or below it. */
  readonly value: string;
  /** Shown while the pointer is over it. */
  readonly title?: string;
  /** 0 to 1 */
  readonly size: number;
  /** Behind the bar, as the size of which it is a part. */
  readonly whole?: number;
  /** After the bar, in another colour. */
  readonly second?: number;
};

/** Bars below their labels, because a source or a reason may be long. */
export function Bars({ rows }: { rows: readonly BarRow[] }) {
  return (
    <Stack component="ul" gap="sm" fz="sm">
      {rows.map(({ label, value, title, size, whole = 0, second = 0 }) => (
        <li key={label} title={title}>
          <Group justify="space-between" gap="0 xs">
            <span>{label}</span>
            <Text component="strong" inherit fw={600}>
              {value}
            </Text>
          </Group>
          <Progress.Root size={10} radius={2} bg="var(--console-raised)" aria-hidden="true">
            {[
              { part: size, color: 'var(--console-accent)' },
              { part: second, color: 'var(--console-second)' },
              { part: whole - size, color: 'var(--console-before)' },
            ].map(({ part, color }) =>
              part > 0 ? (
                <Progress.Section
                  key={color}
                  miw={2}
                  value={part * 100}
                  color={color}
                  withAria={false}
                />
              ) : null,
            )}
          </Progress.Root>
        </li>
      ))}
    </Stack>
  );
}
