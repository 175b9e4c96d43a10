// What people do between the commands: the brand's files, the provider's account, the codes.
import { appendFileSync, chmodSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { csvLine } from '@inaam/contract/console/csv.ts';
import { changeJson, writeOwn } from '../server/campaign/copied-campaign.ts';
import { indianDay } from '@inaam/server/platform/period.rules.ts';
import type { SmsGateway } from '../product/sms-gateway.ts';

export const campaign = 'diwali-2027';
const installation = '/etc/inaam';

/** The brand's own texts, colours, pictures and DLT ids; it begins on this day. */
export async function writeCampaign(project: string): Promise<void> {
  const folder = path.join(project, 'campaigns');
  await changeJson(folder, `${campaign}/campaign.json`, (own) => ({
    ...own,
    programme: Object.assign({}, own['programme'], { from: indianDay(Date.now()) }),
    unreviewedLanguages: ['en', 'hi'],
  }));
  await changeJson(folder, `${campaign}/rewards.json`, (own) =>
    JSON.parse(JSON.stringify(own).replace(/(?<="from":")[^"]+/, indianDay(Date.now()))),
  );
  await writeOwn(folder, campaign, ['en', 'hi']);
}

/** The account at a provider whose gateway takes JSON, over HTTP. */
export function writeAccount({ variables }: SmsGateway): void {
  const { SMS_PATHS_FILE = '', SMS_HOSTS = '', SMS_SECRET_RECEIPTS = '' } = variables;
  writeFileSync(path.join(installation, 'sms-paths.json'), readFileSync(SMS_PATHS_FILE));
  const secret = path.join(installation, 'secrets/SMS_SECRET_RECEIPTS');
  writeFileSync(secret, SMS_SECRET_RECEIPTS, { mode: 0o600 });
  chmodSync(secret, 0o600);
  const settings = path.join(installation, 'inaam.env');
  const text = readFileSync(settings, 'utf8');
  writeFileSync(settings, text.replace(/^SMS_HOSTS=.*$/m, `SMS_HOSTS=${SMS_HOSTS}`));
  if (!/^SMS_HOSTS=/m.test(text)) appendFileSync(settings, `SMS_HOSTS=${SMS_HOSTS}\n`);
}

/** The issuer's file: enough for the first week. */
export function writeCodes(file: string): void {
  const amounts = [
    [3, 80_000],
    [5, 20_000],
    [10, 4000],
  ] as const;
  const codes = amounts.flatMap(([amount, length]) =>
    Array.from({ length }, (_, at) => csvLine([`GL${amount}X${100_000 + at}`, String(amount)])),
  );
  writeFileSync(file, ['code,amount', ...codes, ''].join('\n'), { mode: 0o600 });
}

// The commands of plugins/installation/guide.md, as a person types them.
const page = path.resolve(import.meta.dirname, '../../plugins/installation/guide.md');

/** The lines of the `sh` blocks under "Steps". */
export function commandsOfPage(): string[] {
  const steps = /^## Steps\n(.*?)^## /ms.exec(readFileSync(page, 'utf8'))?.[1] ?? '';
  return [...steps.matchAll(/^ *```sh\n(.*?)^ *```$/gms)].flatMap(([, block = '']) =>
    block
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  );
}

export const optionsIn = (commands: readonly string[]): number =>
  commands.flatMap((command) => command.match(/ --[\w-]+/g) ?? []).length;
