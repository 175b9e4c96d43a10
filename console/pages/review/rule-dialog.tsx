import { Button, Group, NumberInput, Radio, Select, Stack, Text } from '@mantine/core';
import {
  reviewModes,
  reviewWindows,
  thresholdMost,
  type ReviewMode,
} from '@inaam/contract/console/review-rules.ts';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { failureOf } from '../../app/call-failure.ts';
import { useConsole } from '../../app/console-context.ts';
import { FailureNotice } from '../../app/failure-notice.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ReasonField, reasonFault } from '../../ui/reason-field.tsx';
import type { Rule } from './review-answer.ts';
import { ruleHints, ruleNames, windowWords } from './review-words.ts';
import { PreviewText } from './preview-text.tsx';

type Props = {
  readonly rule: Rule;
  readonly close: () => void;
  /** `message` says what holds from now on. */
  readonly finish: (message: string) => void;
};

const modeWords: Readonly<Record<ReviewMode, string>> = {
  off: 'Off',
  watch: 'Watch: show what it finds',
  hold: 'Hold: also keep the next vouchers from being sent',
};

export function RuleDialog({ rule, close, finish }: Props) {
  const { call, why: remembered, rememberWhy } = useConsole();
  const [typed, setTyped] = useState<Typed>(rule);
  const [why, setWhy] = useState(remembered);
  const [isChecked, setIsChecked] = useState(false);
  const { mode, windowHours } = typed;
  const threshold = Number(typed.threshold);
  const isRight =
    Number.isInteger(threshold) && threshold >= rule.least && threshold <= thresholdMost;
  const run = useMutation({
    mutationFn: () =>
      call('changeRule', { rule: rule.rule, mode, threshold, windowHours, why: why.trim() }),
    onSuccess: ({ message }) => {
      rememberWhy(why.trim());
      finish(message);
    },
  });
  const fault = reasonFault(why);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (fault === undefined && isRight && !run.isPending) run.mutate();
  };
  return (
    <Dialog isOpen title={ruleNames[rule.rule]} close={close}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Text size="sm">{ruleHints[rule.rule]}</Text>
          <SettingFields rule={rule} typed={typed} change={setTyped} isRight={isRight} />
          {isRight ? (
            <PreviewText setting={{ rule: rule.rule, threshold, windowHours }} isWhole />
          ) : null}
          <ReasonField value={why} change={setWhy} fault={isChecked ? fault : undefined} />
          {run.error ? <FailureNotice failure={failureOf(run.error)} /> : null}
          <Group justify="flex-end">
            <Button variant="default" onClick={close} disabled={run.isPending}>
              Cancel
            </Button>
            <Button type="submit" loading={run.isPending}>
              Set the rule
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

type Typed = Pick<Rule, 'mode' | 'windowHours'> & { threshold: number | string };

type FieldsProps = {
  readonly rule: Rule;
  readonly typed: Typed;
  readonly change: (typed: Typed) => void;
  /** Of the threshold. */
  readonly isRight: boolean;
};

function SettingFields({ rule, typed, change, isRight }: FieldsProps) {
  const { mode, threshold, windowHours } = typed;
  const limits = `From ${rule.least} to ${thresholdMost}.`;
  const what = rule.rule === 'guesses' ? 'wrong codes' : 'numbers';
  const windowOf = (value: string | null) =>
    reviewWindows.find((one) => String(one) === value) ?? windowHours;
  return (
    <>
      <Radio.Group
        label="What it does"
        value={mode}
        onChange={(value) =>
          change({ ...typed, mode: reviewModes.find((one) => one === value) ?? mode })
        }
      >
        <Stack gap="xs" mt="xs">
          {reviewModes.map((one) => (
            <Radio key={one} value={one} label={modeWords[one]} />
          ))}
        </Stack>
      </Radio.Group>
      <Group grow align="flex-start">
        <NumberInput
          label={`How many ${what}`}
          description={limits}
          value={threshold}
          onChange={(value) => change({ ...typed, threshold: value })}
          min={rule.least}
          max={thresholdMost}
          clampBehavior="none"
          allowDecimal={false}
          allowNegative={false}
          hideControls
          error={isRight ? undefined : limits}
        />
        <Select
          label="Within"
          description="Up to each one."
          allowDeselect={false}
          value={String(windowHours)}
          onChange={(value) => change({ ...typed, windowHours: windowOf(value) })}
          data={reviewWindows.map((one) => ({
            value: String(one),
            label: windowWords[one].replace('within ', ''),
          }))}
        />
      </Group>
    </>
  );
}
