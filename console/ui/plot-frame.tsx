import { ActionIcon, Group, Paper, Text, Title, Tooltip } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { createContext, use, useId, useRef, useState, type ReactNode } from 'react';
import { useAnnounce } from './announcer.tsx';
import { csvOf, type TableData, saveFile } from './csv.ts';
import { DataTable } from './data-table.tsx';
import { DownloadIcon, ImageIcon, PictureIcon, TableIcon } from './icons.tsx';
import styles from './plot-frame.module.css';
import { pictureOf, type LegendEntry, type PictureOrigin } from './plot-picture.ts';

/** Of the page's plots: whose figures, of which period and people. */
export const PlotOrigin = createContext<PictureOrigin>({ campaign: '', scope: '', time: '' });

type Props = {
  readonly title: string;
  /** What the plot shows, in words. */
  readonly summary: string;
  readonly table: TableData;
  readonly legend?: readonly LegendEntry[];
  /** File name without an extension. */
  readonly fileName: string;
  /** Instead of the page's period and filters, if the plot does not depend on them. */
  readonly scope?: string;
  readonly controls?: ReactNode;
  /** Shown if there is nothing to plot. */
  readonly empty?: string | undefined;
  readonly children: ReactNode;
};

/** A plot with its summary, and its figures as a table, a CSV file and a picture. */
export function PlotFrame(props: Props) {
  const { title, summary, table, legend = [], controls, empty, children } = props;
  const [isTable, setIsTable] = useState(false);
  const plot = useRef<HTMLDivElement>(null);
  const heading = useId();
  const hasPlot = empty === undefined && !isTable;
  return (
    <Paper withBorder component="section" aria-labelledby={heading} className={styles['frame']}>
      <Group justify="space-between" wrap="nowrap" gap="xs" align="flex-start">
        <Title order={2} id={heading} className={styles['title']}>
          {title}
        </Title>
        {empty === undefined ? (
          <Tools
            {...props}
            legend={legend}
            plot={plot}
            isTable={isTable}
            toggle={() => setIsTable(!isTable)}
          />
        ) : null}
      </Group>
      <Text size="sm" c="dimmed">
        {empty ?? summary}
      </Text>
      {empty === undefined ? controls : null}
      {hasPlot && legend.length > 1 ? <Legend entries={legend} /> : null}
      {hasPlot ? (
        <figure aria-label={`${title}. ${summary}`} className={styles['plot']}>
          <div ref={plot}>{children}</div>
        </figure>
      ) : null}
      {empty === undefined && isTable ? <DataTable caption={title} table={table} /> : null}
    </Paper>
  );
}

function Legend({ entries }: { entries: readonly LegendEntry[] }) {
  return (
    <div className={styles['legend']} aria-hidden="true">
      {entries.map(({ label, color, line }) => (
        <Group key={label} gap={6} wrap="nowrap">
          <span className={styles['swatch']} data-line={line} style={{ color }} />
          <Text size="xs" c="dimmed">
            {label}
          </Text>
        </Group>
      ))}
    </div>
  );
}

type ToolsProps = Props & {
  readonly legend: readonly LegendEntry[];
  readonly plot: { readonly current: HTMLDivElement | null };
  readonly isTable: boolean;
  readonly toggle: () => void;
};

function Tools(props: ToolsProps) {
  const { title, summary, table, legend, fileName, scope, plot, isTable, toggle } = props;
  const page = use(PlotOrigin);
  const draw = async (finish: (picture: Promise<Blob>) => Promise<string>) => {
    if (plot.current === null) return;
    const origin = { ...page, scope: scope ?? page.scope };
    const picture = pictureOf(plot.current, { title, summary, legend, origin });
    const done = await finish(picture).catch(() => undefined);
    const message =
      done === undefined ? 'The browser could not draw this picture.' : `${title}: ${done}.`;
    notifications.show({ message, color: done === undefined ? 'red' : 'indigo' });
  };
  const file = `${fileName}.png`;
  return (
    <Group gap={2} wrap="nowrap" className={styles['tools'] ?? ''}>
      <Tool label={`${title} as a table`} isPressed={isTable} onClick={toggle}>
        <TableIcon />
      </Tool>
      <CsvTool title={title} table={table} fileName={fileName} />
      {isTable ? null : (
        <>
          <Tool label={`Download ${title} as a PNG`} onClick={() => void draw(saver(file))}>
            <ImageIcon />
          </Tool>
          <Tool
            label={`Copy the picture of ${title}`}
            onClick={() => void draw((picture) => copyOrSave(picture, file))}
          >
            <PictureIcon />
          </Tool>
        </>
      )}
    </Group>
  );
}

export function CsvTool({ title, table, fileName }: Pick<Props, 'title' | 'table' | 'fileName'>) {
  const announce = useAnnounce();
  const save = () => {
    saveFile(`${fileName}.csv`, new Blob([csvOf(table)], { type: 'text/csv;charset=utf-8' }));
    announce(`${title}: the CSV file is downloaded.`);
  };
  return (
    <Tool label={`${title} as a CSV file`} onClick={save}>
      <DownloadIcon />
    </Tool>
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
        className={styles['tool'] ?? ''}
        aria-label={label}
        aria-pressed={isPressed}
        onClick={onClick}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  );
}

const saver = (fileName: string) => async (picture: Promise<Blob>) => {
  saveFile(fileName, await picture);
  return 'the picture is downloaded';
};

/** Safari needs the promise itself, created while the press still counts as one. */
async function copyOrSave(picture: Promise<Blob>, fileName: string): Promise<string> {
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })]);
    return 'the picture is copied';
  } catch {
    saveFile(fileName, await picture);
    return 'the picture is downloaded, as the browser does not let it be copied';
  }
}

/** One accent, and quieter ones that also differ in their lines. */
export const plotColors = {
  accent: 'var(--console-accent)',
  second: 'var(--console-second)',
  quiet: 'var(--console-quiet)',
} as const;
