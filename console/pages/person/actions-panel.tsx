import { Button, Checkbox, Collapse, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useConsole } from '../../app/console-context.ts';
import { ReasonDialog, type Ends } from '../../app/reason-form.tsx';
import type { SendCall } from '../../app/calls/send-call.ts';
import { saveFile } from '../../ui/csv.ts';
import { Panel, Row, Rows } from '../../ui/panel.tsx';
import { actionsFor, erasure, type Action, type Person } from './person-words.ts';
import styles from './person-page.module.css';

type PanelProps = { readonly person: Person; readonly choose: (action: Action) => void };

export function ActionsPanel({ person, choose }: PanelProps) {
  const { session } = useConsole();
  const [isOpen, list] = useDisclosure(false);
  const { primary, more } = actionsFor(person, session.account.role);
  if (primary === undefined && more.length === 0) return null;
  return (
    <Panel title="What you can do">
      {primary ? (
        <Group justify="space-between" gap="xs">
          <Text size="sm" flex="1 1 16rem">
            {primary.effect}
          </Text>
          <Button onClick={() => choose(primary)}>{primary.label}</Button>
        </Group>
      ) : null}
      {more.length === 0 ? null : (
        <>
          <div>
            <Button
              variant="default"
              onClick={list.toggle}
              aria-expanded={isOpen}
              aria-controls="more-actions"
            >
              {isOpen ? 'Fewer actions' : 'More actions'}
            </Button>
          </div>
          <Collapse expanded={isOpen} id="more-actions">
            <Rows label="More actions">
              {more.map((action) => (
                <MoreAction key={action.name} action={action} choose={choose} />
              ))}
            </Rows>
          </Collapse>
        </>
      )}
    </Panel>
  );
}

type ActionProps = { readonly action: Action; readonly choose: (action: Action) => void };

function MoreAction({ action, choose }: ActionProps) {
  const { name, label, effect, isGrave, warning, whyNot } = action;
  return (
    <Row
      action={
        <Button
          variant="default"
          {...(isGrave && whyNot === undefined ? { c: 'var(--console-act)' } : {})}
          onClick={() => choose(action)}
          disabled={whyNot !== undefined}
          aria-describedby={whyNot === undefined ? undefined : `why-not-${name}`}
        >
          {label}
        </Button>
      }
    >
      <Text size="sm">{effect}</Text>
      {warning === undefined ? null : (
        <Text size="sm" c="var(--console-look)">
          {warning}
        </Text>
      )}
      {whyNot === undefined ? null : (
        <Text size="sm" id={`why-not-${name}`} c="var(--console-look)">
          Not now: {whyNot}
        </Text>
      )}
    </Row>
  );
}

export function ErasureText() {
  return (
    <>
      <Text size="sm">
        <b>Deleted:</b> {erasure.deleted}
      </Text>
      <Text size="sm" component="div">
        <b>Kept:</b>
        <ul className={styles['questions']}>
          {erasure.kept.map((kept) => (
            <li key={kept}>{kept}</li>
          ))}
        </ul>
      </Text>
    </>
  );
}

type Props = Ends & { readonly person: Person; readonly action: Action };

export function ActionDialog({ person, action, close, finish }: Props) {
  const { call } = useConsole();
  const isErasure = action.name === 'eraseNumber';
  const [isSure, setIsSure] = useState(!isErasure);
  const sureBox = (isChecked: boolean) => (
    <Checkbox
      label="The person asked for it, and it cannot be undone."
      checked={isSure}
      onChange={(event) => setIsSure(event.currentTarget.checked)}
      error={isChecked && !isSure ? 'Tick this to erase.' : undefined}
    />
  );
  return (
    <ReasonDialog
      title={action.label}
      send={(reason) => perform(call, { person, action, reason })}
      {...{ close, finish }}
      button={action.label}
      color={action.isGrave ? 'red.9' : 'indigo'}
      isComplete={isSure}
      isRepeatable
      {...(isErasure ? { after: sureBox } : {})}
    >
      <Stack gap="xs">
        <Text size="sm">
          {person.shownNumber}. {action.effect}
        </Text>
        {isErasure ? <ErasureText /> : null}
        {action.warning === undefined ? null : (
          <Text size="sm" c="var(--console-look)">
            {action.warning}
          </Text>
        )}
      </Stack>
    </ReasonDialog>
  );
}

type Order = { person: Person; action: Action; reason: string };

/** @returns what was done, in a sentence */
async function perform(call: SendCall, { person: found, action, reason }: Order): Promise<string> {
  const { person, voucher } = found;
  if (action.name === 'exportNumber') {
    const { fileName, json } = await call('exportNumber', { person, reason });
    saveFile(fileName, new Blob([json], { type: 'application/json' }));
    return 'The file is downloaded. It holds personal data: delete it once it is handed over.';
  }
  if (action.name !== 'resendVoucher') {
    return (await call(action.name, { person, reason })).message;
  }
  if (voucher === null) throw new Error('Failed to send again: the person has no voucher.');
  return (await call('resendVoucher', { person, message: voucher.message, reason })).message;
}
