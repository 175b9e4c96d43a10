import { thresholdMost, type ReviewRule } from '@inaam/contract/console/review-rules.ts';
import { isThreshold, leastOf } from '../../../rules/review.ts';
import { ConsoleRefusal } from '../../http/refusal.ts';

/** @throws ConsoleRefusal */
export function assertThreshold(rule: ReviewRule, threshold: number): void {
  if (isThreshold(rule, threshold)) return;
  throw new ConsoleRefusal(
    'invalid',
    `This rule begins at ${leastOf[rule]} at the least and ${thresholdMost} at the most.`,
  );
}
