// How SMS are sent: to the mailbox, or over the paths of a file.
import * as z from 'zod';
import { fields } from './fields.ts';
import { readReceiptHooks, readPathFile } from '../../sms/paths/read-path-file.ts';
import type { SmsPathConfig } from '../../sms/paths/path-schema.ts';
import { codesPaid, sendBudget, type SendBudget } from '../../sms/send-budget.rules.ts';

export type SmsConfig = { kind: 'mailbox' } | { kind: 'paths'; paths: readonly SmsPathConfig[] };

export const smsVariables = {
  SMS_PROVIDER: fields.smsProvider.describe(
    '`paths`: by `SMS_PATHS_FILE`; `mailbox`: no SMS is sent',
  ),
  SMS_PATHS_FILE: z
    .string()
    .optional()
    .describe('file of the SMS paths; `serve` needs it for receipts by HTTP'),
  SMS_HOSTS: fields.hosts.describe('hosts that may get SMS, with commas, without ports'),
};

/** @returns problems too, so that they are listed with all others */
export function readSms(variables: Readonly<Record<string, string | undefined>>): {
  sms: SmsConfig;
  problems: string[];
} {
  if (variables['SMS_PROVIDER'] !== 'paths') return { sms: { kind: 'mailbox' }, problems: [] };
  const file = variables['SMS_PATHS_FILE'] ?? '';
  const hosts = smsVariables.SMS_HOSTS.safeParse(variables['SMS_HOSTS'] ?? '').data ?? [];
  const { paths, problems } =
    file === ''
      ? {
          paths: [],
          problems: [
            'SMS_PATHS_FILE is missing. Write the path of a file like docs/make/sms.md shows.',
          ],
        }
      : readPathFile(file, variables, hosts);
  return { sms: { kind: 'paths', paths }, problems: [...problems] };
}

/** For `serve`, which receives the receipts of paths that send them by HTTP. */
export function readHooks(
  variables: Readonly<Record<string, string | undefined>>,
): ReturnType<typeof readReceiptHooks> {
  const file = variables['SMS_PATHS_FILE'] ?? '';
  return file === '' ? { hooks: [], problems: [] } : readReceiptHooks(file, variables);
}

// Reads what codes may cost from the environment. The prices in proofs of work are part of the
// code.

const { rupees, smsPaise } = sendBudget;

export const budgetVariables = {
  SMS_PRICE_PAISE: fields
    .wholeNumber(1, 1000, smsPaise)
    .describe('price of a code’s SMS, all parts'),
  SMS_RUPEES_PER_MINUTE: fields
    .wholeNumber(1, 999_999, rupees.minute)
    .describe('what codes may cost in a minute'),
  SMS_RUPEES_PER_HOUR: fields.wholeNumber(1, 999_999, rupees.hour).describe('in an hour'),
  SMS_RUPEES_PER_DAY: fields.wholeNumber(1, 999_999, rupees.day).describe('in a day'),
};

type PerMinuteAndDay = Record<'smsPricePaise' | 'smsRupeesPerMinute' | 'smsRupeesPerDay', number>;
type BudgetValues = PerMinuteAndDay & { smsRupeesPerHour: number };

export function budgetOf(values: BudgetValues): SendBudget {
  return {
    ...sendBudget,
    smsPaise: values.smsPricePaise,
    rupees: {
      minute: values.smsRupeesPerMinute,
      hour: values.smsRupeesPerHour,
      day: values.smsRupeesPerDay,
    },
  };
}

export const codeLimitsOf = (values: PerMinuteAndDay) => ({
  minute: Math.floor((values.smsRupeesPerMinute * 100) / values.smsPricePaise),
  day: Math.floor((values.smsRupeesPerDay * 100) / values.smsPricePaise),
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
