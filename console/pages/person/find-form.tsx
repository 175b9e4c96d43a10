import { Button, SegmentedControl, Text, TextInput } from '@mantine/core';
import type { FieldsOf } from '@inaam/contract/console/calls.ts';
import { useEffect, useEffectEvent, useRef, useState, type FormEvent } from 'react';
import { useConsole } from '../../app/console-context.ts';
import { SearchIcon } from '../../ui/icons.tsx';
import { ReasonField, reasonFault } from '../../ui/reason-field.tsx';
import styles from './person-page.module.css';
import { readSearch, type SearchWay } from '../../app/shopper-search.ts';

type Fields = FieldsOf<'findPerson'>;
type Props = { readonly find: (fields: Fields) => void; readonly isBusy: boolean };

export function FindForm({ find, isBusy }: Props) {
  const textInput = useRef<HTMLInputElement>(null);
  const reasonInput = useRef<HTMLInputElement>(null);
  const { text, change, chosen, choose, reason, setReason, isChecked, submit } = useSearch(
    find,
    (isReason) => (isReason ? reasonInput : textInput).current?.focus(),
  );
  const reading = readSearch(text, chosen);
  return (
    <form onSubmit={submit} noValidate className={styles['form']}>
      <div className={styles['what']}>
        <TextInput
          ref={textInput}
          label="Mobile number, pseudonym or voucher code"
          description={
            reading.kind === 'search'
              ? reading.as
              : 'With or without +91 and spaces. Of a voucher, the last six characters.'
          }
          value={text}
          onChange={(event) => change(event.currentTarget.value)}
          error={isChecked && reading.kind === 'fault' ? reading.fault : undefined}
          maxLength={64}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          required
        />
        {reading.kind === 'choice' || chosen !== undefined ? (
          <Choice chosen={chosen} choose={choose} isMissing={isChecked && !chosen} />
        ) : null}
      </div>
      <ReasonField
        ref={reasonInput}
        value={reason}
        change={setReason}
        fault={isChecked ? reasonFault(reason) : undefined}
      />
      <Button type="submit" loading={isBusy} leftSection={<SearchIcon />}>
        Find
      </Button>
    </form>
  );
}

/** @param focus the field that is asked for: what to find, or the reason */
function useSearch(find: Props['find'], focus: (isReason: boolean) => void) {
  const { reason: remembered, rememberReason, wanted, want } = useConsole();
  const [text, setText] = useState(wanted ?? '');
  const [chosen, choose] = useState<SearchWay>();
  const [reason, setReason] = useState(remembered);
  const [isChecked, setIsChecked] = useState(false);
  const search = () => {
    const reading = readSearch(text, chosen);
    if (reading.kind !== 'search') focus(false);
    else if (reasonFault(reason) !== undefined) focus(true);
    else {
      rememberReason(reason.trim());
      find({ by: reading.by, text: reading.text, reason: reason.trim() });
    }
  };
  const begin = useEffectEvent(() => {
    if (wanted === undefined) focus(false);
    else search();
    // Clear it for the next person.
    want(undefined);
  });
  useEffect(() => begin(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsChecked(true);
    search();
  };
  const change = (typed: string) => {
    setText(typed);
    choose(undefined);
  };
  return { text, change, chosen, choose, reason, setReason, isChecked, submit };
}

type ChoiceProps = {
  readonly chosen: SearchWay | undefined;
  readonly choose: (way: SearchWay) => void;
  readonly isMissing: boolean;
};

function Choice({ chosen, choose, isMissing }: ChoiceProps) {
  return (
    <div>
      <Text size="sm" mt="xs" mb={4} {...(isMissing ? { c: 'var(--mantine-color-error)' } : {})}>
        A number with a mistake, or a voucher code?
      </Text>
      <SegmentedControl
        aria-label="What it is"
        fullWidth
        value={chosen ?? ''}
        onChange={(value) => choose(value === 'voucher' ? 'voucher' : 'number')}
        data={[
          { value: 'number', label: 'Mobile number' },
          { value: 'voucher', label: 'Voucher code' },
        ]}
      />
    </div>
  );
}
