import { Button, Group, Stack, Text } from '@mantine/core';
import type { VoucherUploadAnswer } from '../contract.ts';
import { useState, type FormEvent } from 'react';
import { Link } from 'wouter';
import { useConsole } from '@inaam/console/app/console-context.ts';
import { csvOf, saveFile, type TableData } from '@inaam/console/ui/csv.ts';
import { DataTable } from '@inaam/console/ui/data-table.tsx';
import { Facts } from '@inaam/console/ui/facts.tsx';
import { countOf, formatCount, formatDay, formatRupees } from '@inaam/console/ui/format.ts';
import { StatusBadge } from '@inaam/console/ui/states.tsx';
import { Panel } from '@inaam/console/ui/panel.tsx';
import { ReasonField, reasonFault } from '@inaam/console/app/reason-form.tsx';

type Props = {
  readonly answer: VoucherUploadAnswer;
  readonly fileName: string;
  readonly isLoading: boolean;
  readonly load: (sha256: string, reason: string) => void;
  readonly startAgain: () => void;
};

const shownMax = 20;
const states = {
  faulty: { title: 'Nothing can be loaded', badge: 'Has errors', level: 'act' },
  checked: { title: 'Load the codes', badge: 'Ready', level: 'well' },
  already: { title: 'Loaded before', badge: 'Nothing new', level: 'none' },
  loaded: { title: 'Loaded', badge: 'Loaded', level: 'well' },
} as const;

export function ResultPanel({ answer, fileName, isLoading, load, startAgain }: Props) {
  const { title, badge, level } = states[answer.result];
  return (
    <Panel title={title}>
      <Group gap="xs">
        <StatusBadge level={level}>{badge}</StatusBadge>
        <Text size="sm" fw={600}>
          {saidOf(answer)}
        </Text>
      </Group>
      {answer.result === 'faulty' ? (
        <Faults answer={answer} fileName={fileName} />
      ) : (
        <>
          <Facts
            isNarrow
            facts={[
              { label: 'Codes', value: formatCount(codesOf(answer.amounts)) },
              { label: 'Worth', value: formatRupees(rupeesOf(answer.amounts)) },
            ]}
          />
          <DataTable caption="Codes of the file" table={amountsTable(answer.amounts)} />
        </>
      )}
      {answer.result === 'loaded' || answer.result === 'already' ? (
        <Group gap="sm">
          <Button component={Link} href="/deliveries">
            Go to Stock and delivery
          </Button>
          <Button variant="default" onClick={startAgain}>
            Load another file
          </Button>
        </Group>
      ) : null}
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

type Faulty = Extract<VoucherUploadAnswer, { result: 'faulty' }>;
type FaultsProps = {
  readonly answer: Faulty;
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
            ? ` The CSV file has the first ${formatCount(faults.length)}.`
            : ' The CSV file has all of them.'}
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
          Winners who wait for a code get one next. Later, a manager can withdraw the batch, but
          only the codes that no winner has yet.
        </Text>
        <Group>
          <Button type="submit" loading={isLoading}>
            Load {countOf(codes, 'code')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

type Amounts = Extract<VoucherUploadAnswer, { result: 'checked' }>['amounts'];

const codesOf = (amounts: Amounts): number => amounts.reduce((sum, { count }) => sum + count, 0);

const rupeesOf = (amounts: Amounts): number =>
  amounts.reduce((sum, { amount, count }) => sum + amount * count, 0);

/** The file's result in one sentence. */
export function saidOf(answer: VoucherUploadAnswer): string {
  if (answer.result === 'faulty') {
    const lines =
      answer.count === 1 ? '1 line is wrong' : `${formatCount(answer.count)} lines are wrong`;
    return `${lines}, so nothing can be loaded. Correct the file and choose it again.`;
  }
  const codes = countOf(codesOf(answer.amounts), 'code');
  if (answer.result === 'checked')
    return `The file is good: ${codes}. Nothing has been loaded yet.`;
  if (answer.result === 'already')
    return `All of it was loaded before: ${codes}. Nothing was changed.`;
  return `Loaded as batch ${formatCount(answer.batch)}: ${codes}.`;
}

const amountsTable = (amounts: Amounts): TableData => ({
  columns: [
    { label: 'Voucher' },
    { label: 'Codes', isNumber: true },
    { label: 'First expires' },
    { label: 'Last expires' },
    { label: 'Never expire', isNumber: true },
  ],
  rows: amounts.map(({ amount, count, expireFrom, expireUntil, neverExpire }) => [
    formatRupees(amount),
    count,
    expireFrom === null ? '–' : formatDay(expireFrom),
    expireUntil === null ? '–' : formatDay(expireUntil),
    neverExpire,
  ]),
});

/** Lines and messages, never codes. */
const faultsTable = ({ faults }: Pick<Faulty, 'faults'>): TableData => ({
  columns: [
    { label: 'Line', isNumber: true },
    { label: 'What is wrong', isText: true },
  ],
  rows: faults.map(({ line, fault }) => [line, fault.charAt(0).toUpperCase() + fault.slice(1)]),
});
