import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { failureOf } from '../../app/calls/call-failure.ts';
import { useConsole } from '../../app/console-context.ts';
import { FailureNotice } from '../../app/failure-notice.tsx';
import type { Rule } from './review-answer.ts';
import { honestInWords, previewInWords } from './review-words.ts';

type Setting = Pick<Rule, 'rule' | 'threshold' | 'windowHours'>;

/** What the rule would have held, and how much of that speaks for honest people. */
export function PreviewText({ setting, isWhole = false }: { setting: Setting; isWhole?: boolean }) {
  const { call } = useConsole();
  const { rule, threshold, windowHours } = setting;
  const answer = useQuery({
    queryKey: ['review', 'preview', rule, threshold, windowHours],
    queryFn: () => call('previewRule', { rule, threshold, windowHours }),
  });
  const { data, error } = answer;
  if (error) {
    return <FailureNotice failure={failureOf(error)} again={() => void answer.refetch()} />;
  }
  if (!data) return <Skeleton height={20} />;
  return (
    <Text size="sm">
      {previewInWords(data)} {isWhole ? honestInWords(data) : ''}
    </Text>
  );
}
