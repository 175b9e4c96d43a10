import { ScrollArea, Table } from '@mantine/core';
import type { TableData } from './csv.ts';
import styles from './data-table.module.css';
import { formatDecimal } from './format.ts';

export function DataTable({ caption, table }: { caption: string; table: TableData }) {
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
      <Table stickyHeader striped verticalSpacing={6} horizontalSpacing="sm" fz="sm">
        <Table.Thead>
          <Table.Tr>
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
