import { thresholdMost, type ReviewRule } from '@inaam/contract/console/review-rules.ts';
import { isThreshold, leastOf } from './review.rules.ts';
import { ConsoleRefusal } from '../console/refusal.ts';

/** @throws ConsoleRefusal */
export function assertThreshold(rule: ReviewRule, threshold: number): void {
  if (isThreshold(rule, threshold)) return;
  throw new ConsoleRefusal(
    'invalid',
    `This rule begins at ${leastOf[rule]} at the least and ${thresholdMost} at the most.`,
  );
}
