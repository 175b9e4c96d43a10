// How SMS are sent: to the mailbox, or over the paths of a file.
import * as z from 'zod';
import { fields } from './fields.ts';
import { readReceiptHooks } from '../../sms/paths/read-receipt-hooks.ts';
import type { SmsPathConfig } from '../../sms/paths/path-schema.ts';
import { readPathFile } from '../../sms/paths/read-path-file.ts';

export type SmsConfig = { kind: 'mailbox' } | { kind: 'paths'; paths: readonly SmsPathConfig[] };

export const smsVariables = {
  SMS_PROVIDER: fields.smsProvider,
  SMS_PATHS_FILE: z.string().optional(),
  SMS_HOSTS: fields.hosts,
};

/** @returns also the problems, so that they are listed with all others */
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
            'SMS_PATHS_FILE is missing. Write the path of a file like docs/recipes/sms-paths.md shows.',
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
