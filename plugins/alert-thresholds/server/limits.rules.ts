import { verdictLimits, type VerdictLimits } from '@inaam/server/figures/verdicts.rules.ts';
import type { Thresholds } from '../thresholds.rules.ts';

const { granted, stockDays, codeSeconds, failures } = verdictLimits;
export const defaults: Thresholds = {
  budgetLook: Math.round(granted.look * 100),
  budgetAct: Math.round(granted.act * 100),
  stockLook: stockDays.look,
  stockAct: stockDays.act,
  codeMinutes: codeSeconds / 60,
  failedPercent: null,
};

const share = (percent: number | null) => (percent ?? Infinity) / 100;

/** @param own without a fault */
export function limitsOf(own: Thresholds): VerdictLimits {
  return {
    ...verdictLimits,
    granted: { look: share(own.budgetLook), act: share(own.budgetAct) },
    stockDays: { look: Number(own.stockLook), act: Number(own.stockAct) },
    codeSeconds: Number(own.codeMinutes) * 60,
    failures: { ...failures, look: share(own.failedPercent), act: Infinity },
  };
}
