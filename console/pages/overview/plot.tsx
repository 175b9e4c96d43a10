import { VisuallyHidden } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useState, type PointerEvent, type ReactNode } from 'react';
import { formatShort } from '../../ui/format.ts';
import { labelledBuckets } from './series.ts';
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

type AxesProps = {
  readonly height: number;
  readonly labels: readonly string[];
  readonly unit: 'hour' | 'day';
  readonly ticks: readonly number[];
  /** Before each tick's number: "₹". */
  readonly sign?: string;
};
type Props = AxesProps & {
  readonly renderTooltip: (bucket: number) => ReactNode;
  readonly children: (scale: Scale) => ReactNode;
};
type Frame = { readonly scale: Scale; readonly start: number; readonly width: number };

const margin = { top: 8, bottom: 24, end: 8 };
const digitWidth = 7;

/** Axes with round ticks, and a tooltip for the bucket under the pointer or chosen by keys. */
export function Plot({ renderTooltip, children, ...axes }: Props) {
  const { height, labels, unit } = axes;
  const { ref, width } = useElementSize();
  const [hovered, setHovered] = useState<number>();
  const frame = frameOf(axes, width);
  const { scale, start } = frame;
  const point = (event: PointerEvent<HTMLElement>) => {
    const { left } = event.currentTarget.getBoundingClientRect();
    const at = Math.floor((event.clientX - left - start) / scale.width);
    setHovered(at >= 0 && at < labels.length ? at : undefined);
  };
  const last = labels.length - 1;
  return (
    <div
      ref={ref}
      className={styles['plot']}
      style={{ blockSize: height }}
      onPointerDown={point}
      onPointerMove={point}
      // A finger that is lifted leaves it open.
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setHovered(undefined)}
    >
      <VisuallyHidden>
        <input
          type="range"
          aria-label={`Each ${unit}, with the arrow keys`}
          aria-valuetext={labels[hovered ?? last]}
          max={last}
          value={hovered ?? last}
          onChange={({ currentTarget }) => setHovered(Number(currentTarget.value))}
          onFocus={() => setHovered(last)}
          onBlur={() => setHovered(undefined)}
        />
      </VisuallyHidden>
      {width === 0 ? null : (
        <svg width={width} height={height} aria-hidden="true">
          <Axes {...axes} {...frame} />
          {hovered === undefined ? null : (
            <rect
              className={styles['hovered']}
              x={scale.x(hovered) - scale.width / 2}
              y={margin.top}
              width={scale.width}
              height={scale.bottom - margin.top}
            />
          )}
          {children(scale)}
        </svg>
      )}
      <div aria-live="polite">
        {hovered === undefined || hovered >= labels.length ? null : (
          <Tooltip x={scale.x(hovered)} width={width}>
            {renderTooltip(hovered)}
          </Tooltip>
        )}
      </div>
    </div>
  );
}

const nameOf = (tick: number, sign = '') => `${sign}${formatShort(tick)}`;

function frameOf({ height, labels, ticks, sign }: AxesProps, width: number): Frame {
  const start = Math.max(...ticks.map((tick) => nameOf(tick, sign).length)) * digitWidth + 12;
  const inner = Math.max(0, width - start - margin.end);
  const bottom = height - margin.bottom;
  const top = ticks.at(-1) ?? 1;
  const bucket = inner / Math.max(1, labels.length);
  const scale: Scale = {
    x: (at) => start + (at + 0.5) * bucket,
    width: bucket,
    y: (value) => bottom - (value / top) * (bottom - margin.top),
    bottom,
  };
  return { scale, start, width };
}

function Axes({ height, labels, unit, ticks, sign, scale, start, width }: AxesProps & Frame) {
  const end = width - margin.end;
  const longest = Math.max(...labels.map(({ length }) => length)) * digitWidth;
  const room = Math.floor((end - start) / (longest + 16));
  return (
    <>
      {ticks.map((tick) => (
        <g key={tick}>
          <line
            className={styles['grid']}
            data-zero={tick === 0 || undefined}
            x1={start}
            x2={end}
            y1={scale.y(tick)}
            y2={scale.y(tick)}
          />
          <text className={styles['tick']} textAnchor="end" x={start - 8} y={scale.y(tick) + 4}>
            {nameOf(tick, sign)}
          </text>
        </g>
      ))}
      {labelledBuckets(labels.length, unit, room).map((at) => {
        const label = labels[at] ?? '';
        // The first and the last would stick out.
        const half = (label.length * digitWidth) / 2;
        const x = Math.min(Math.max(scale.x(at), half), width - half);
        return (
          <text key={at} className={styles['tick']} textAnchor="middle" x={x} y={height - 6}>
            {label}
          </text>
        );
      })}
    </>
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
