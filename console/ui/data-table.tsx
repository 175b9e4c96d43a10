import { Button, ScrollArea, Table, VisuallyHidden } from '@mantine/core';
import type { TableData } from './csv.ts';
import styles from './data-table.module.css';
import { formatDecimal } from './format.ts';

type RowAction = {
  readonly label: string;
  /** Of the row at this index, for a screen reader. */
  readonly nameOf: (at: number) => string;
  readonly run: (at: number) => void;
};

type Props = {
  readonly caption: string;
  readonly table: TableData;
  /** A button in each row. First, because a wide table is cut at the other end. */
  readonly action?: RowAction | undefined;
};

/** The head of a table whose rows its page writes. */
export const ColumnNames = ({ names }: { readonly names: readonly string[] }) => (
  <Table.Thead>
    <Table.Tr>
      {names.map((name) => (
        <Table.Th key={name} scope="col">
          {name}
        </Table.Th>
      ))}
    </Table.Tr>
  </Table.Thead>
);

export function DataTable({ caption, table, action }: Props) {
  const { columns, rows } = table;
  const alignOf = (at: number) => (columns[at]?.isNumber ? 'end' : 'start');
  const classOf = (at: number) => styles[columns[at]?.isText ? 'text' : 'cell'] ?? '';
  return (
    <ScrollArea.Autosize
      mah={320}
      type="auto"
      offsetScrollbars="present"
      viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': `${caption}, table` }}
    >
      <Table
        stickyHeader
        striped
        verticalSpacing={6}
        horizontalSpacing="sm"
        fz="sm"
        data-named={columns.length > 3 && !action ? true : undefined}
        className={styles['table'] ?? ''}
      >
        <Table.Thead>
          <Table.Tr>
            {action ? (
              <Table.Th scope="col">
                <VisuallyHidden>{action.label}</VisuallyHidden>
              </Table.Th>
            ) : null}
            {columns.map(({ label }, at) => (
              <Table.Th key={label} scope="col" ta={alignOf(at)} className={classOf(at)}>
                {label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row, number) => (
            <Table.Tr key={`${number} ${row[0]}`}>
              {action ? (
                <Table.Td>
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={action.nameOf(number)}
                    onClick={() => action.run(number)}
                  >
                    {action.label}
                  </Button>
                </Table.Td>
              ) : null}
              {row.map((cell, at) => (
                <Table.Td key={columns[at]?.label} ta={alignOf(at)} className={classOf(at)}>
                  {typeof cell === 'number' ? formatDecimal(cell) : cell}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea.Autosize>
  );
}
