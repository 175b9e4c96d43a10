import { Box, Button, Group, Select, SimpleGrid, Stack, Text } from '@mantine/core';
import { mayBeCode } from '@inaam/contract/console/csv-file.ts';
import type { VoucherReading } from '../contract.ts';
import { useState, type FormEvent } from 'react';
import { DataTable } from '@inaam/console/ui/data-table.tsx';
import { Panel } from '@inaam/console/ui/panel.tsx';
import {
  hideCode,
  type previewFile,
  noColumn,
  readingFaults,
  readingOf,
  unreadColumns,
  type Choice,
} from './file-preview.ts';
import { DateInput } from '@mantine/dates';
import { NumberField } from '@inaam/console/ui/number-field.tsx';

type Looked = Exclude<ReturnType<typeof previewFile>, string>;
type Props = {
  readonly looked: Looked;
  readonly first: Choice;
  readonly isChecking: boolean;
  /** The choice no longer matches the check. */
  readonly change: () => void;
  readonly check: (reading: VoucherReading, choice: Choice) => void;
};

/** So that a value is near its neighbours. */
const columnPixels = 240;
const same = { label: 'The same for all codes', value: noColumn };
const separatorNames = { comma: 'commas', semicolon: 'semicolons', tab: 'tabs' } as const;

export function ColumnsForm({ looked, first, isChecking, change, check }: Props) {
  const [choice, setChoice] = useState(first);
  const [isChecked, setIsChecked] = useState(false);
  const named = looked.columns
    .map((label, at) => ({ label, value: String(at) }))
    .filter(({ label }) => label !== '');
  const choose = (part: Partial<Choice>) => {
    setChoice({ ...choice, ...part });
    change();
  };
  const unread = unreadColumns(looked.columns, choice);
  const faults = isChecked ? readingFaults(choice) : {};
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsChecked(true);
    const reading = readingOf(looked, choice);
    if (reading && !isChecking) check(reading, choice);
  };
  return (
    <Panel title="The columns">
      <Box maw={looked.columns.length * columnPixels}>
        <DataTable caption="The first lines of the file" table={tableOf(looked, choice.code)} />
      </Box>
      <Text size="sm" c="dimmed">
        First lines of the file, separated by {separatorNames[looked.separator]}. Most of each code
        is hidden.
      </Text>
      {unread.length === 0 ? null : (
        <Text size="sm">Not read: {unread.join(', ')}. Winners get the code alone.</Text>
      )}
      <form onSubmit={submit} noValidate>
        <SimpleGrid cols={{ base: 1, sm: 2, md: 3 }} spacing="sm">
          <Select
            label="Code"
            data={named}
            value={choice.code}
            onChange={(code) => choose({ code })}
            error={faults.code}
            allowDeselect={false}
            required
          />
          <AmountFields named={named} choice={choice} choose={choose} faults={faults} />
          <ExpiryFields named={named} choice={choice} choose={choose} faults={faults} />
        </SimpleGrid>
        <Group mt="sm">
          <Button type="submit" loading={isChecking}>
            Check the file
          </Button>
        </Group>
      </form>
    </Panel>
  );
}

function tableOf({ columns, rows }: Looked, code: string | null) {
  return {
    columns: columns.map((name, at) => ({ label: name === '' ? `Column ${at + 1}` : name })),
    rows: rows.map((row) =>
      columns.map((_, at) => {
        const cell = row[at] ?? '';
        return String(at) === code || mayBeCode(cell) ? hideCode(cell) : cell;
      }),
    ),
  };
}

type FieldsProps = {
  readonly named: readonly { label: string; value: string }[];
  readonly choice: Choice;
  readonly choose: (part: Partial<Choice>) => void;
  readonly faults: ReturnType<typeof readingFaults>;
};

/** From a column, or one for all. */
function AmountFields({ named, choice, choose, faults }: FieldsProps) {
  return (
    <Stack gap="sm">
      <Select
        label="Amount (₹)"
        data={[...named, same]}
        value={choice.amount}
        onChange={(amount) => choose({ amount: amount ?? noColumn })}
        error={faults.amount}
        allowDeselect={false}
      />
      {choice.amount === noColumn ? (
        <NumberField
          label="Amount of all codes (₹)"
          value={choice.amountOfAll}
          change={(amountOfAll) => choose({ amountOfAll })}
          digitsMax={6}
          error={faults.amountOfAll}
          required
        />
      ) : null}
    </Stack>
  );
}

/** From a column, or one for all. */
function ExpiryFields({ named, choice, choose, faults }: FieldsProps) {
  return (
    <Stack gap="sm">
      <Select
        label="Expiry date"
        data={[...named, same]}
        value={choice.expiry}
        onChange={(expiry) => choose({ expiry: expiry ?? noColumn })}
        error={faults.expiry}
        allowDeselect={false}
      />
      {choice.expiry === noColumn ? (
        <DateInput
          label="Expiry date of all codes"
          placeholder="They never expire"
          value={choice.expiryOfAll}
          onChange={(expiryOfAll) => choose({ expiryOfAll })}
          valueFormat="D MMM YYYY"
          clearable
        />
      ) : null}
    </Stack>
  );
}
