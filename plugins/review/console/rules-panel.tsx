import { Button, Text, Group, Radio, Select, Stack } from '@mantine/core';
import { useState } from 'react';
import { mayCall, useConsole } from '@inaam/console/app/console-context.ts';
import { Panel, Row, Rows } from '@inaam/console/ui/panel.tsx';
import {
  type Rule,
  ruleHints,
  ruleNames,
  settingInWords,
  windowWords,
  rulesInWords,
} from './review-words.ts';
import { ReasonDialog, useAsked, type Ends } from '@inaam/console/app/reason-form.tsx';
import { NumberField } from '@inaam/console/ui/number-field.tsx';
import { reviewModes, reviewWindows, thresholdMax, type ReviewMode } from '../contract.ts';

export function RulesPanel({ rules }: { rules: readonly Rule[] }) {
  const { session } = useConsole();
  const { asked: changed, ask, ends } = useAsked<Rule>('review', 'Rule set');
  const [isOpen, setIsOpen] = useState(false);
  const { role } = session.account;
  return (
    <Panel title="Rules">
      <Group justify="space-between" gap="sm">
        <Text size="sm">{rulesInWords(rules.map(({ mode }) => mode))}.</Text>
        <Button variant="default" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? 'Hide the rules' : 'Show the rules'}
        </Button>
      </Group>
      {isOpen ? (
        <Rows label="Rules">
          {rules.map((rule) => (
            <Row
              key={rule.rule}
              action={
                mayCall(role, 'changeRule') ? (
                  <Button
                    variant="default"
                    onClick={() => ask(rule)}
                    aria-label={`Change: ${ruleNames[rule.rule]}`}
                  >
                    Change
                  </Button>
                ) : null
              }
            >
              <Text size="sm" fw={600}>
                {ruleNames[rule.rule]}
              </Text>
              <Text size="sm">{settingInWords(rule)}.</Text>
              <Text size="sm" c="dimmed">
                {ruleHints[rule.rule]}
              </Text>
            </Row>
          ))}
        </Rows>
      ) : null}
      {changed === undefined ? null : <RuleDialog rule={changed} {...ends} />}
    </Panel>
  );
}

type Props = Ends & { readonly rule: Rule };

const modeWords: Readonly<Record<ReviewMode, string>> = {
  off: 'Off',
  watch: 'Watch: list suspicious groups',
  hold: 'Hold: also hold the next vouchers that it notices',
};

function RuleDialog({ rule, close, finish }: Props) {
  const { call } = useConsole();
  const [typed, setTyped] = useState<Typed>(rule);
  const { mode, windowHours } = typed;
  const threshold = Number(typed.threshold);
  const isRight = Number.isInteger(threshold) && threshold >= rule.min && threshold <= thresholdMax;
  const setRule = async (reason: string) =>
    (await call('changeRule', { rule: rule.rule, mode, threshold, windowHours, reason })).message;
  return (
    <ReasonDialog
      title={ruleNames[rule.rule]}
      send={setRule}
      {...{ close, finish }}
      button="Set the rule"
      isComplete={isRight}
    >
      <Text size="sm">{ruleHints[rule.rule]}</Text>
      <SettingFields rule={rule} typed={typed} change={setTyped} isRight={isRight} />
    </ReasonDialog>
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
  const limits = `From ${rule.min} to ${thresholdMax}.`;
  const what = rule.rule === 'guesses' ? 'wrong codes' : 'numbers';
  return (
    <>
      <Radio.Group
        label="What it does"
        value={mode}
        onChange={(value) => change({ ...typed, mode: value })}
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
          description="Before each verification."
          allowDeselect={false}
          value={windowHours}
          onChange={(value) => change({ ...typed, windowHours: value ?? windowHours })}
          data={reviewWindows.map((one) => ({
            value: one,
            label: windowWords[one].replace('within ', ''),
          }))}
        />
      </Group>
    </>
  );
}
