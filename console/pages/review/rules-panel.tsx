import { Button, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { mayCall, useConsole } from '../../app/console-context.ts';
import { useAnnounce } from '../../ui/announcer.tsx';
import { Panel } from '../../ui/panel.tsx';
import { PreviewText } from './preview-text.tsx';
import styles from './review.module.css';
import { showSuccess } from './success-notification.ts';
import type { Rule } from './review-answer.ts';
import { ruleHints, ruleNames, settingInWords } from './review-words.ts';
import { RuleDialog } from './rule-dialog.tsx';

export function RulesPanel({ rules }: { rules: readonly Rule[] }) {
  const { session } = useConsole();
  const queries = useQueryClient();
  const announce = useAnnounce();
  const [changed, setChanged] = useState<Rule>();
  const { role } = session.account;
  const finish = (message: string) => {
    setChanged(undefined);
    showSuccess('Rule set', message);
    announce(message);
    void queries.invalidateQueries({ queryKey: ['review'] });
  };
  return (
    <Panel title="Rules">
      <ul className={styles['list']}>
        {rules.map((rule) => (
          <li key={rule.rule} className={styles['item']}>
            <div className={styles['words']}>
              <Text size="sm" fw={600}>
                {ruleNames[rule.rule]}
              </Text>
              <Text size="sm">{settingInWords(rule)}.</Text>
              {mayCall(role, 'previewRule') ? <PreviewText setting={rule} /> : null}
              <Text size="sm" c="dimmed">
                {ruleHints[rule.rule]}
              </Text>
            </div>
            {mayCall(role, 'changeRule') ? (
              <Button
                variant="default"
                onClick={() => setChanged(rule)}
                aria-label={`Change: ${ruleNames[rule.rule]}`}
              >
                Change
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {changed === undefined ? null : (
        <RuleDialog rule={changed} close={() => setChanged(undefined)} finish={finish} />
      )}
    </Panel>
  );
}
