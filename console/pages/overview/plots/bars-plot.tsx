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
const letterWidth = 7.2;

/** Bars below their labels, because a source or a reason may be long. */
export function BarsPlot({ rows }: { rows: readonly BarRow[] }) {
  const { ref, width } = useElementSize();
  let height = 0;
  const placed = rows.map((row) => {
    const room = Math.floor((width - 16) / letterWidth) - row.value.length;
    const lines = wrapLabel(row.label, Math.max(8, room));
    const top = height;
    height += lines.length * leading + barHeight + gap;
    return { ...row, lines, top, barTop: top + lines.length * leading };
  });
  const lengthOf = (size: number) => (size <= 0 ? 0 : Math.max(2, size * width));
  return (
    <div ref={ref}>
      {width === 0 ? null : (
        <svg width={width} height={height} className={styles['bars']}>
          {placed.map(({ label, value, title, size, whole, second, lines, top, barTop }) => (
            <g key={label}>
              <title>{title ?? label}</title>
              <rect className={styles['target']} y={top} width={width} height={barTop - top + 10} />
              {lines.map((line, at) => (
                <text key={line} className={styles['barLabel']} x={0} y={top + 13 + at * leading}>
                  {line}
                </text>
              ))}
              <text className={styles['barValue']} textAnchor="end" x={width} y={top + 13}>
                {value}
              </text>
              <rect
                className={styles['track']}
                y={barTop}
                width={width}
                height={barHeight}
                rx={2}
              />
              <rect
                className={styles['lost']}
                y={barTop}
                width={lengthOf(whole ?? 0)}
                height={barHeight}
                rx={2}
              />
              <rect
                className={styles['bar']}
                y={barTop}
                width={lengthOf(size)}
                height={barHeight}
                rx={2}
              />
              {second ? (
                <rect
                  className={styles['second']}
                  x={lengthOf(size) + 2}
                  y={barTop}
                  width={Math.max(2, lengthOf(second) - 2)}
                  height={barHeight}
                  rx={2}
                />
              ) : null}
            </g>
          ))}
        </svg>
      )}
    </div>
  );
}
