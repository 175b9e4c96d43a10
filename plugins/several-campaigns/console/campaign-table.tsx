import { Text, UnstyledButton } from '@mantine/core';
import { addressOfCampaign } from '@inaam/console/app/console-context.ts';
import { CampaignMark, lineOf } from '@inaam/console/app/layout/campaign-mark.tsx';
import { formatCount, formatRupees } from '@inaam/console/ui/format.ts';
import { DownIcon, UpIcon } from '@inaam/console/ui/icons.tsx';
import { LevelIcon, StatusBadge } from '@inaam/console/ui/states.tsx';
import { daysCounted } from '../contract.ts';
import {
  levelOf,
  sorts,
  states,
  timeInWords,
  type CampaignRow,
  type Sort,
} from './campaign-list.ts';
import styles from './campaigns.module.css';

type Order = {
  readonly sort: Sort;
  readonly isReversed: boolean;
  readonly order: (sort: Sort) => void;
};
type Props = Order & { readonly rows: readonly CampaignRow[] };

const columns: readonly (readonly [Sort, string])[] = [
  ['name', 'Campaign'],
  ['state', 'State'],
  ['worst', 'Is all well?'],
  ['visits', sorts.visits],
  ['winners', sorts.winners],
  ['rupees', sorts.rupees],
];
const isNumber = (sort: Sort) => orderedNumbers.has(sort);
const orderedNumbers: ReadonlySet<Sort> = new Set(['visits', 'winners', 'rupees']);

export function CampaignTable({ rows, ...order }: Props) {
  return (
    <table className={styles['table']} aria-label="Campaigns">
      <thead>
        <tr>
          {columns.map(([sort, label]) => (
            <ColumnName key={sort} column={sort} label={label} {...order} />
          ))}
          <th scope="col">Two weeks</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <OneCampaign key={row.id} row={row} />
        ))}
      </tbody>
    </table>
  );
}

function ColumnName({
  column,
  label,
  sort,
  isReversed,
  order,
}: Order & { readonly column: Sort; readonly label: string }) {
  const isOwn = column === sort;
  // Numbers begin with the largest.
  const isDescending = isNumber(column) !== isReversed;
  const Arrow = isDescending ? DownIcon : UpIcon;
  return (
    <th
      scope="col"
      data-number={isNumber(column) || undefined}
      aria-sort={isOwn ? (isDescending ? 'descending' : 'ascending') : undefined}
    >
      <UnstyledButton className={styles['sort']} onClick={() => order(column)}>
        {label}
        {isOwn ? <Arrow size={12} /> : null}
      </UnstyledButton>
    </th>
  );
}

function OneCampaign({ row }: { readonly row: CampaignRow }) {
  const { id, name, color, role, state, worst, others, visits, winners, rupees } = row;
  const { label, level } = states[state];
  return (
    <tr style={lineOf(color)}>
      <th scope="row">
        <div className={styles['name']}>
          <CampaignMark name={name} color={color} />
          <div>
            <a href={addressOfCampaign(id, '/')} className={styles['open']}>
              {name}
            </a>
            <Text size="xs" c="dimmed" fw={400}>
              {role}
            </Text>
          </div>
        </div>
      </th>
      <td>
        <StatusBadge level={level}>{label}</StatusBadge>
        <Text size="xs" c="dimmed" mt={2}>
          {timeInWords(row)}
        </Text>
      </td>
      <td className={styles['worst']}>
        <div>
          <LevelIcon level={levelOf(row)} />
          <div>
            <Text size="sm" lineClamp={2}>
              {worst.text}
            </Text>
            {others > 0 ? (
              <Text size="xs" c="dimmed">
                and {others} more
              </Text>
            ) : null}
          </div>
        </div>
      </td>
      <Figure label={sorts.visits} value={formatCount(visits)} />
      <Figure label={sorts.winners} value={formatCount(winners)} />
      <Figure label={sorts.rupees} value={formatRupees(rupees)} />
      <td className={styles['line']}>
        <Bars days={row.days} />
      </td>
    </tr>
  );
}

const Figure = ({ label, value }: { readonly label: string; readonly value: string }) => (
  <td data-number>
    <span className={styles['label']}>{label}</span> {value}
  </td>
);

const [bar, gap, height] = [5, 2, 28];

/** The figures beside it say the same in numbers. */
function Bars({ days }: { readonly days: readonly number[] }) {
  const most = Math.max(1, ...days);
  const width = days.length * (bar + gap) - gap;
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {days.map((count, at) => {
        const tall = Math.max(count === 0 ? 1 : 2, (count / most) * height);
        return (
          <rect
            key={at}
            className={styles[at < days.length - daysCounted ? 'before' : 'bar']}
            x={at * (bar + gap)}
            y={height - tall}
            width={bar}
            height={tall}
            rx={1}
          />
        );
      })}
    </svg>
  );
}
