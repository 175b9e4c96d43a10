import {
  Button,
  Checkbox,
  Group,
  Select,
  SimpleGrid,
  Switch,
  Text,
  TextInput,
} from '@mantine/core';
import { useState } from 'react';
import { useConsole } from '@inaam/console/app/console-context.ts';
import { ReasonDialog, type Ends } from '@inaam/console/app/reason-form.tsx';
import { hourInWords, kindsIn, kindWords, type Recipient } from './alert-words.ts';

type Props = Ends & {
  /** Undefined: a new one. */
  readonly recipient: Recipient | undefined;
  /** Probably the person who adds it. */
  readonly isFirst: boolean;
};

type Typed = Pick<Recipient, 'name' | 'target' | 'kinds' | 'reportHour'>;

const usualHour = 9;

export function RecipientDialog({ recipient, isFirst, close, finish }: Props) {
  const { call, session } = useConsole();
  const [typed, setTyped] = useState<Typed>({
    name: recipient?.name ?? (isFirst ? session.account.name : ''),
    target: recipient?.target ?? '',
    kinds: recipient?.kinds ?? [...kindsIn(session.campaign)],
    reportHour: recipient ? recipient.reportHour : usualHour,
  });
  const { name, target, kinds, reportHour } = typed;
  const isKept = target === recipient?.target;
  const faults = {
    name: name.trim() === '' ? 'Enter a name.' : undefined,
    target: target.trim() === '' ? 'Enter an e-mail address.' : undefined,
    choice:
      kinds.length === 0 && reportHour === null
        ? 'Choose at least one alert, or the daily report.'
        : undefined,
  };
  const choiceFault = (isChecked: boolean) => isChecked && <Fault text={faults.choice} />;
  const save = async (reason: string) => {
    const fields = { name, kinds, reportHour, reason };
    const wanted = { id: recipient?.id ?? null, target: isKept ? null : target };
    return (await call('saveRecipient', { ...fields, ...wanted })).message;
  };
  return (
    <ReasonDialog
      title={recipient ? `Change ${recipient.name}` : 'Add a recipient'}
      send={save}
      {...{ close, finish }}
      button={recipient ? 'Save' : 'Add'}
      isComplete={Object.values(faults).every((fault) => fault === undefined)}
      after={choiceFault}
    >
      <TargetFields typed={typed} change={setTyped} faults={faults} />
      <KindFields typed={typed} change={setTyped} />
      <ReportFields typed={typed} change={setTyped} />
    </ReasonDialog>
  );
}

function Fault({ text }: { text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <Text size="sm" c="var(--mantine-color-error)" role="alert">
      {text}
    </Text>
  );
}

type FieldsProps = { readonly typed: Typed; readonly change: (typed: Typed) => void };

type TargetProps = FieldsProps & {
  readonly faults: { name: string | undefined; target: string | undefined };
};

function TargetFields({ typed, change, faults }: TargetProps) {
  const { name, target } = typed;
  const [left, setLeft] = useState({ name: false, target: false });
  return (
    <>
      <TextInput
        label="Name"
        value={name}
        onChange={(event) => change({ ...typed, name: event.currentTarget.value })}
        onBlur={() => setLeft({ ...left, name: true })}
        error={left.name ? faults.name : undefined}
        maxLength={60}
        autoComplete="off"
        required
      />
      <TextInput
        label="E-mail address"
        placeholder="asha@brand.example"
        type="email"
        inputMode="email"
        value={target}
        onChange={(event) => change({ ...typed, target: event.currentTarget.value })}
        onBlur={() => setLeft({ ...left, target: true })}
        error={left.target ? faults.target : undefined}
        maxLength={254}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
    </>
  );
}

function KindFields({ typed, change }: FieldsProps) {
  const all = kindsIn(useConsole().session.campaign);
  const { kinds } = typed;
  const isAll = all.every((kind) => kinds.includes(kind));
  return (
    <>
      <Checkbox.Group
        label="Alert when"
        value={kinds}
        onChange={(values) => change({ ...typed, kinds: values })}
      >
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="0.625rem 1rem" mt="xs">
          {all.map((kind) => (
            <Checkbox key={kind} value={kind} label={kindWords[kind]} />
          ))}
        </SimpleGrid>
      </Checkbox.Group>
      <Button
        variant="subtle"
        size="compact-sm"
        px={0}
        w="fit-content"
        onClick={() => change({ ...typed, kinds: isAll ? [] : [...all] })}
      >
        {isAll ? 'Choose none' : 'Choose all'}
      </Button>
    </>
  );
}

const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: hour,
  label: hourInWords(hour),
}));

function ReportFields({ typed, change }: FieldsProps) {
  const { reportHour } = typed;
  return (
    <Group justify="space-between" align="center">
      <Switch
        label="Daily report of yesterday"
        checked={reportHour !== null}
        onChange={(event) =>
          change({ ...typed, reportHour: event.currentTarget.checked ? usualHour : null })
        }
      />
      {reportHour === null ? null : (
        <Select
          aria-label="Hour of the daily report"
          w={140}
          allowDeselect={false}
          data={hours}
          value={reportHour}
          onChange={(value) => change({ ...typed, reportHour: value ?? reportHour })}
        />
      )}
    </Group>
  );
}

export function RemoveDialog({
  recipient: { id, name },
  close,
  finish,
}: Ends & { readonly recipient: Recipient }) {
  const { call } = useConsole();
  const remove = async (reason: string) => (await call('removeRecipient', { id, reason })).message;
  return (
    <ReasonDialog
      title={`Remove ${name}`}
      send={remove}
      {...{ close, finish }}
      button="Remove"
      color="red.9"
      isRepeatable
    >
      <Text size="sm">No more alerts or reports are sent to {name}.</Text>
    </ReasonDialog>
  );
}
