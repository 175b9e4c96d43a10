// Reads what codes may cost from the environment. The prices in proofs of work are part of the
// code.
import type * as z from 'zod';
import type { CodeLimits } from '../../messages/code-ceiling.ts';
import { fields } from './fields.ts';
import { codesPaid, sendBudget, type SendBudget } from '../../codes/send-budget.rules.ts';

const { rupees, smsPaise } = sendBudget;

export const budgetVariables = {
  SMS_PRICE_PAISE: fields.wholeNumber(1, 1000, smsPaise),
  SMS_RUPEES_PER_MINUTE: fields.wholeNumber(1, 999_999, rupees.minute),
  SMS_RUPEES_PER_HOUR: fields.wholeNumber(1, 999_999, rupees.hour),
  SMS_RUPEES_PER_DAY: fields.wholeNumber(1, 999_999, rupees.day),
};

type BudgetValues = z.infer<z.ZodObject<typeof budgetVariables>>;

export function budgetOf(values: BudgetValues): SendBudget {
  return {
    ...sendBudget,
    smsPaise: values.SMS_PRICE_PAISE,
    rupees: {
      minute: values.SMS_RUPEES_PER_MINUTE,
      hour: values.SMS_RUPEES_PER_HOUR,
      day: values.SMS_RUPEES_PER_DAY,
    },
  };
}

/** How many codes the rupees pay for. */
export const codeLimitsOf = (values: Omit<BudgetValues, 'SMS_RUPEES_PER_HOUR'>): CodeLimits => ({
  minute: Math.floor((values.SMS_RUPEES_PER_MINUTE * 100) / values.SMS_PRICE_PAISE),
  day: Math.floor((values.SMS_RUPEES_PER_DAY * 100) / values.SMS_PRICE_PAISE),
});

/** Each problem begins with the name of a variable. */
export function budgetProblems(values: BudgetValues): string[] {
  const budget = budgetOf(values);
  const { minute, hour, day } = budget.rupees;
  return [
    ...(codesPaid(budget, 'minute') < 25
      ? ['SMS_RUPEES_PER_MINUTE must pay for 25 codes or more at SMS_PRICE_PAISE.']
      : []),
    ...(hour < minute ? ['SMS_RUPEES_PER_HOUR must not be less than SMS_RUPEES_PER_MINUTE.'] : []),
    ...(day < hour ? ['SMS_RUPEES_PER_DAY must not be less than SMS_RUPEES_PER_HOUR.'] : []),
  ];
}
