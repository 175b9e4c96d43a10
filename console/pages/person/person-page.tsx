import { Button, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import type { FieldsOf } from '@inaam/contract/console/calls.ts';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState, type FormEvent } from 'react';
import { failureOf, type CallFailure } from '../../app/calls/send-call.ts';
import { useConsole } from '../../app/console-context.ts';
import { FailureNotice } from '../../app/failure-notice.tsx';
import { PageTitle } from '../../app/layout/page-title.tsx';
import { readSearch, type SearchWay } from '../../app/shopper-search.ts';
import { showSuccess, useAnnounce } from '../../ui/announcer.tsx';
import { PersonIcon, SearchIcon } from '../../ui/icons.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ReasonField, reasonFault } from '../../app/reason-form.tsx';
import { EmptyState, LoadingState } from '../../ui/states.tsx';
import { ActionDialog } from './actions-panel.tsx';
import { PersonView } from './person-view.tsx';
import type { Action, Person } from './person-words.ts';
import styles from './person-page.module.css';

type Fields = FieldsOf<'findPerson'>;

export function PersonPage() {
  const { call, reason } = useConsole();
  const announce = useAnnounce();
  const [person, setPerson] = useState<Person>();
  const [action, setAction] = useState<Action>();
  const find = useMutation({
    mutationFn: (fields: Fields) => call('findPerson', fields),
    onSuccess: (found) => {
      setPerson(found);
      announce(found.summary);
    },
    // Somebody else's data must not stay beside a refusal.
    onError: () => setPerson(undefined),
  });
  const again = () => {
    if (find.variables) find.mutate(find.variables);
  };
  const finish = (done: Action, message: string) => {
    setAction(undefined);
    showSuccess(done.label, message);
    announce(message);
    if (done.name !== 'exportNumber') again();
  };
  const failure = find.error ? failureOf(find.error) : undefined;
  return (
    <Stack gap="md">
      <PageTitle>Find a shopper</PageTitle>
      <Panel>
        <FindForm find={find.mutate} isBusy={find.isPending} />
      </Panel>
      {failure ? <NotShown {...{ failure, again }} fields={find.variables} find={find} /> : null}
      {person ? (
        <PersonView
          key={`${person.person} ${person.participations.findIndex((one) => one.isChosen)}`}
          person={person}
          choose={setAction}
          show={(text, isBonus) => find.mutate({ by: 'pseudonym', text, isBonus, reason })}
        />
      ) : null}
      {find.isPending && !person ? (
        <LoadingState fetching="Searching." heights={[220, 300]} />
      ) : null}
      {find.isIdle && !person ? <BeforeSearch /> : null}
      {person && action ? (
        <ActionDialog
          key={action.name}
          person={person}
          action={action}
          close={() => setAction(undefined)}
          finish={(message) => finish(action, message)}
        />
      ) : null}
    </Stack>
  );
}

function BeforeSearch() {
  return (
    <Panel>
      <EmptyState
        Icon={PersonIcon}
        title="Search for one shopper"
        text="You will see whether the OTP and the voucher arrived, and if not, why; what to tell the caller; and what you can do. A name cannot be searched for: names are encrypted."
      />
    </Panel>
  );
}

type NotShownProps = {
  readonly failure: CallFailure;
  readonly again: () => void;
  readonly fields: Fields | undefined;
  readonly find: { readonly isPending: boolean };
};

function NotShown({ failure, again, fields, find }: NotShownProps) {
  if (failure.code !== 'notFound' || fields === undefined) {
    return (
      <FailureNotice error={failure} what="the shopper" again={again} isTrying={find.isPending} />
    );
  }
  return (
    <Panel role="alert">
      <EmptyState
        Icon={SearchIcon}
        title="Nobody found"
        text={failure.message}
        action={
          <Text size="sm" component="div">
            <b>Ask the caller</b>
            <ul className={styles['questions']}>
              {questions[fields.by].map((question) => (
                <li key={question}>{question}</li>
              ))}
            </ul>
          </Text>
        }
      />
    </Panel>
  );
}

const questions: Readonly<Record<Fields['by'], readonly string[]>> = {
  number: [
    'Is it the number of another SIM, or of somebody in the family?',
    'Did an SMS with an OTP or a voucher arrive, and on which phone?',
    'If there is a voucher: what are the last six characters of its code?',
  ],
  voucher: [
    'Please spell the last six characters again: is it O or 0, I or 1?',
    'Which mobile number did the SMS come to?',
  ],
  pseudonym: ['Which mobile number did you enter on the site?'],
};

type FormProps = { readonly find: (fields: Fields) => void; readonly isBusy: boolean };

function FindForm({ find, isBusy }: FormProps) {
  const textInput = useRef<HTMLInputElement>(null);
  const reasonInput = useRef<HTMLInputElement>(null);
  const { text, change, chosen, choose, reason, setReason, isChecked, submit } = useSearch(
    find,
    (isReason) => (isReason ? reasonInput : textInput).current?.focus(),
  );
  const reading = readSearch(text, chosen);
  return (
    <form onSubmit={submit} noValidate className={styles['form']}>
      <div>
        <TextInput
          ref={textInput}
          label="Mobile number, pseudonym or voucher code"
          description={
            reading.kind === 'search'
              ? reading.as
              : 'With or without +91 and spaces. For a voucher, its last six characters.'
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
function useSearch(find: FormProps['find'], focus: (isReason: boolean) => void) {
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
