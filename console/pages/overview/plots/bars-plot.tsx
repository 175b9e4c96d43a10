import { useElementSize } from '@mantine/hooks';
import { wrapLabel } from './scale.ts';
import styles from './plot.module.css';

export type BarRow = {
  readonly label: string;
  /** At the end of the label's line. */
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

const leading = 18;
const barHeight = 10;
const gap = 14;
const letterWidth = 7.6;
const shortLabel = 12;

/** Bars below their labels, because a source or a reason may be long. */
export function BarsPlot({ rows }: { rows: readonly BarRow[] }) {
  const { ref, width } = useElementSize();
  const placed = placedIn(rows, width);
  const height = placed.reduce((sum, one) => sum + one.height, 0);
  return (
    <div ref={ref}>
      {width === 0 ? null : (
        <svg width={width} height={height} className={styles['bars']}>
          {placed.map((row) => (
            <Bar key={row.label} row={row} width={width} />
          ))}
        </svg>
      )}
    </div>
  );
}

type Placed = BarRow & {
  readonly lines: readonly string[];
  readonly top: number;
  readonly barTop: number;
  readonly valueY: number;
  readonly height: number;
};

function placedIn(rows: readonly BarRow[], width: number): readonly Placed[] {
  const all = Math.floor((width - 16) / letterWidth);
  return rows.reduce<readonly Placed[]>((placed, row) => {
    const { label, value } = row;
    // A long value has a line of its own.
    const isLong = all - value.length < Math.min(label.length, shortLabel);
    const lines = wrapLabel(label, isLong ? all : all - value.length);
    const before = placed.at(-1);
    const top = before === undefined ? 0 : before.top + before.height;
    const barTop = top + (lines.length + (isLong ? 1 : 0)) * leading;
    const valueY = top + 13 + (isLong ? lines.length : 0) * leading;
    const height = barTop + barHeight + gap - top;
    return [...placed, { ...row, lines, top, barTop, valueY, height }];
  }, []);
}

function Bar({ row, width }: { row: Placed; width: number }) {
  const { label, value, title, size, whole = 0, second = 0, lines, top, barTop, valueY } = row;
  const lengthOf = (share: number) => (share <= 0 ? 0 : Math.max(2, share * width));
  const bar = { y: barTop, height: barHeight, rx: 2 };
  return (
    <g>
      <title>{title ?? label}</title>
      <rect className={styles['target']} y={top} width={width} height={barTop - top + barHeight} />
      {lines.map((line, at) => (
        <text key={line} className={styles['barLabel']} x={0} y={top + 13 + at * leading}>
          {line}
        </text>
      ))}
      <text className={styles['barValue']} textAnchor="end" x={width} y={valueY}>
        {value}
      </text>
      <rect className={styles['track']} {...bar} width={width} />
      <rect className={styles['lost']} {...bar} width={lengthOf(whole)} />
      <rect className={styles['bar']} {...bar} width={lengthOf(size)} />
      {second > 0 ? (
        <rect
          className={styles['second']}
          {...bar}
          x={Math.min(lengthOf(size) + 2, width - 2)}
          width={Math.max(2, lengthOf(second) - 2)}
        />
      ) : null}
    </g>
  );
}
