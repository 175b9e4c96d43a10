import { Button, SegmentedControl, Stack, TextInput } from '@mantine/core';
import type { FieldsOf } from '@inaam/contract/console/calls.ts';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useConsole } from '../../app/console-context.ts';
import { shopperWayOf } from '../../app/shopper-search.ts';
import { SearchIcon } from '../../ui/icons.tsx';
import { ReasonField, reasonFault } from '../../ui/reason-field.tsx';

type Fields = FieldsOf<'findPerson'>;
type Way = Fields['by'];

const ways: Record<Way, { label: string; field: string; hint: string; fault: string }> = {
  number: {
    label: 'Number',
    field: 'Mobile number',
    hint: 'As the person says it: with or without +91 and spaces.',
    fault: 'Enter the ten digits of the mobile number.',
  },
  pseudonym: {
    label: 'Pseudonym',
    field: 'Pseudonym',
    hint: 'As it is in the published ledger and in reports.',
    fault: 'Enter the whole pseudonym.',
  },
  voucher: {
    label: 'Voucher',
    field: 'Voucher code, or its last characters',
    hint: 'The last six characters or more.',
    fault: 'Enter at least the last six characters of the voucher code.',
  },
};
const lengthMin: Record<Way, number> = { number: 10, pseudonym: 4, voucher: 6 };

type Props = { readonly find: (fields: Fields) => void; readonly isBusy: boolean };

export function FindForm({ find, isBusy }: Props) {
  const { reason: remembered, rememberReason, wanted, want } = useConsole();
  const [by, setBy] = useState<Way>(shopperWayOf(wanted ?? '') ?? 'number');
  const [text, setText] = useState(wanted ?? '');
  // Clear it for the next person.
  useEffect(() => want(undefined), [want]);
  const [reason, setReason] = useState(remembered);
  const [isChecked, setIsChecked] = useState(false);
  const textInput = useRef<HTMLInputElement>(null);
  const reasonInput = useRef<HTMLInputElement>(null);
  const way = ways[by];
  const textFault = text.trim().length < lengthMin[by] ? way.fault : undefined;
  const reasonProblem = reasonFault(reason);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (textFault !== undefined) textInput.current?.focus();
    else if (reasonProblem !== undefined) reasonInput.current?.focus();
    else {
      rememberReason(reason.trim());
      find({ by, text: text.trim(), reason: reason.trim() });
    }
  };
  const choose = (value: string) => {
    const chosen = asWay(value);
    if (chosen !== undefined) setBy(chosen);
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <SegmentedControl
          aria-label="Find by"
          fullWidth
          value={by}
          onChange={choose}
          data={Object.entries(ways).map(([value, { label }]) => ({ value, label }))}
        />
        <TextInput
          ref={textInput}
          label={way.field}
          description={way.hint}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          error={isChecked ? textFault : undefined}
          maxLength={64}
          inputMode={by === 'number' ? 'tel' : 'text'}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          required
        />
        <ReasonField
          ref={reasonInput}
          value={reason}
          change={setReason}
          fault={isChecked ? reasonProblem : undefined}
        />
        <Button type="submit" loading={isBusy} leftSection={<SearchIcon />}>
          Find
        </Button>
      </Stack>
    </form>
  );
}

function asWay(value: string): Way | undefined {
  return value === 'number' || value === 'pseudonym' || value === 'voucher' ? value : undefined;
}
