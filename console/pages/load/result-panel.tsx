import { Button, Group, Stack, Text } from '@mantine/core';
import type { VoucherUploadAnswer } from '@inaam/contract/console/voucher-upload.ts';
import { useState, type FormEvent } from 'react';
import { useConsole } from '../../app/console-context.ts';
import { csvOf, saveFile } from '../../ui/csv.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { formatCount } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { ReasonField, reasonFault } from '../../ui/reason-field.tsx';
import { amountsTable, codesOf, faultsTable, saidOf } from './result-words.ts';

type Props = {
  readonly answer: VoucherUploadAnswer;
  readonly fileName: string;
  readonly isLoading: boolean;
  readonly load: (sha256: string, reason: string) => void;
};

const shownMax = 20;
const titles = {
  faulty: 'Nothing can be loaded',
  checked: 'Ready to be loaded',
  already: 'Loaded before',
  loaded: 'Loaded',
} as const;

export function ResultPanel({ answer, fileName, isLoading, load }: Props) {
  return (
    <Panel title={titles[answer.result]}>
      <Text size="sm" fw={600}>
        {saidOf(answer)}
      </Text>
      {answer.result === 'faulty' ? (
        <Faults answer={answer} fileName={fileName} />
      ) : (
        <DataTable caption="Codes of the file" table={amountsTable(answer.amounts)} />
      )}
      {answer.result === 'checked' ? (
        <LoadForm
          codes={codesOf(answer.amounts)}
          isLoading={isLoading}
          load={(reason) => load(answer.sha256, reason)}
        />
      ) : null}
    </Panel>
  );
}

type FaultsProps = {
  readonly answer: Extract<VoucherUploadAnswer, { result: 'faulty' }>;
  readonly fileName: string;
};

function Faults({ answer, fileName }: FaultsProps) {
  const { faults, count } = answer;
  const shown = faults.slice(0, shownMax);
  const save = () => {
    const name = `${fileName.replace(/\.\w+$/, '')}-faults.csv`;
    saveFile(name, new Blob([csvOf(faultsTable(answer))], { type: 'text/csv' }));
  };
  return (
    <>
      <DataTable caption="Wrong lines" table={faultsTable({ faults: shown })} />
      {count > shown.length ? (
        <Text size="sm" c="dimmed">
          The first {shown.length} are shown.
          {count > faults.length
            ? ` The file to save has the first ${formatCount(faults.length)}.`
            : ''}
        </Text>
      ) : null}
      <Group>
        <Button variant="default" onClick={save}>
          Save the wrong lines as CSV
        </Button>
      </Group>
    </>
  );
}

type FormProps = {
  readonly codes: number;
  readonly isLoading: boolean;
  readonly load: (reason: string) => void;
};

function LoadForm({ codes, isLoading, load }: FormProps) {
  const { reason: remembered } = useConsole();
  const [reason, setReason] = useState(remembered);
  const [isChecked, setIsChecked] = useState(false);
  const fault = reasonFault(reason);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (fault === undefined && !isLoading) load(reason.trim());
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm" maw={480}>
        <ReasonField value={reason} change={setReason} fault={isChecked ? fault : undefined} />
        <Text size="sm" c="dimmed">
          Winners who wait for a code get theirs at once. A batch can only be withdrawn at the
          command line, as far as it is not given.
        </Text>
        <Group>
          <Button type="submit" loading={isLoading}>
            Load {formatCount(codes)} {codes === 1 ? 'code' : 'codes'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
