import { Group, Radio, Select, Stack, Text } from '@mantine/core';
import {
  reviewModes,
  reviewWindows,
  thresholdMost,
  type ReviewMode,
} from '@inaam/contract/console/review-rules.ts';
import { useState } from 'react';
import { useConsole } from '../../app/console-context.ts';
import { ReasonForm } from '../../app/reason-form.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { NumberField } from '../../ui/number-field.tsx';
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
  const { call } = useConsole();
  const [typed, setTyped] = useState<Typed>(rule);
  const { mode, windowHours } = typed;
  const threshold = Number(typed.threshold);
  const isRight =
    Number.isInteger(threshold) && threshold >= rule.least && threshold <= thresholdMost;
  const setRule = async (why: string) =>
    (await call('changeRule', { rule: rule.rule, mode, threshold, windowHours, why })).message;
  return (
    <Dialog isOpen title={ruleNames[rule.rule]} close={close}>
      <ReasonForm send={setRule} {...{ close, finish }} button="Set the rule" isComplete={isRight}>
        <Text size="sm">{ruleHints[rule.rule]}</Text>
        <SettingFields rule={rule} typed={typed} change={setTyped} isRight={isRight} />
        {isRight ? (
          <PreviewText setting={{ rule: rule.rule, threshold, windowHours }} isWhole />
        ) : null}
      </ReasonForm>
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
        <NumberField
          label={`How many ${what}`}
          description={limits}
          value={threshold}
          change={(value) => change({ ...typed, threshold: value })}
          digitsMax={9}
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
