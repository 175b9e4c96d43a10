import { useElementSize } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import { formatShort } from '../../../ui/format.ts';
import { labelledBuckets } from './scale.ts';
import styles from './plot.module.css';

export type Scale = {
  /** Middle of a bucket, pixels. */
  readonly x: (bucket: number) => number;
  /** Of a bucket. */
  readonly width: number;
  readonly y: (value: number) => number;
  /** Of zero. */
  readonly bottom: number;
};

type Props = {
  readonly height: number;
  readonly labels: readonly string[];
  readonly unit: 'hour' | 'day';
  readonly ticks: readonly number[];
  /** Before each tick's number: "₹". */
  readonly sign?: string;
  readonly tooltip: (bucket: number) => ReactNode;
  readonly children: (scale: Scale) => ReactNode;
};

const margin = { top: 8, bottom: 24, end: 8 };
const labelWidth = { hour: 52, day: 60 } as const;
const digitWidth = 7;

/** Axes with round ticks, and a tooltip for the bucket under the pointer. */
export function Plot({ height, labels, unit, ticks, sign = '', tooltip, children }: Props) {
  const { ref, width } = useElementSize();
  const [hovered, setHovered] = useState<number>();
  const names = ticks.map((tick) => `${sign}${formatShort(tick)}`);
  const start = Math.max(...names.map(({ length }) => length)) * digitWidth + 12;
  const inner = Math.max(0, width - start - margin.end);
  const bottom = height - margin.bottom;
  const top = ticks.at(-1) ?? 1;
  const bucket = labels.length === 0 ? inner : inner / labels.length;
  const scale: Scale = {
    x: (at) => start + (at + 0.5) * bucket,
    width: bucket,
    y: (value) => bottom - (value / top) * (bottom - margin.top),
    bottom,
  };
  const bucketAt = (x: number) => {
    const at = Math.floor((x - start) / bucket);
    return at >= 0 && at < labels.length ? at : undefined;
  };
  return (
    <div
      ref={ref}
      className={styles['plot']}
      style={{ blockSize: height }}
      onPointerMove={(event) =>
        setHovered(bucketAt(event.clientX - event.currentTarget.getBoundingClientRect().left))
      }
      onPointerLeave={() => setHovered(undefined)}
    >
      {width === 0 ? null : (
        <svg width={width} height={height}>
          {ticks.map((tick, at) => (
            <g key={tick}>
              <line
                className={styles['grid']}
                data-zero={tick === 0 || undefined}
                x1={start}
                x2={width - margin.end}
                y1={scale.y(tick)}
                y2={scale.y(tick)}
              />
              <text className={styles['tick']} textAnchor="end" x={start - 8} y={scale.y(tick) + 4}>
                {names[at]}
              </text>
            </g>
          ))}
          {hovered === undefined ? null : (
            <rect
              className={styles['hovered']}
              x={scale.x(hovered) - bucket / 2}
              y={margin.top}
              width={bucket}
              height={bottom - margin.top}
            />
          )}
          {children(scale)}
          {labelledBuckets(labels.length, unit, Math.floor(inner / labelWidth[unit])).map((at) => {
            const x = scale.x(at);
            // The first and the last would stick out.
            const half = ((labels[at] ?? '').length * digitWidth) / 2;
            const shown = Math.min(Math.max(x, half), width - half);
            return (
              <text
                key={at}
                className={styles['tick']}
                textAnchor="middle"
                x={shown}
                y={height - 6}
              >
                {labels[at]}
              </text>
            );
          })}
        </svg>
      )}
      {hovered === undefined ? null : (
        <Tooltip x={scale.x(hovered)} width={width}>
          {tooltip(hovered)}
        </Tooltip>
      )}
    </div>
  );
}

/** On the side with more room, so that it covers neither the bucket nor the edge. */
function Tooltip({ x, width, children }: { x: number; width: number; children: ReactNode }) {
  const place = x > width / 2 ? { insetInlineEnd: width - x + 12 } : { insetInlineStart: x + 12 };
  return (
    <div className={styles['tooltip']} style={place}>
      {children}
    </div>
  );
}
