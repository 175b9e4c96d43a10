// What `inaam init` must know: from its options.
import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import { campaignIds } from '@inaam/campaigns/loader/load-campaign.ts';
import { demonstrationIds } from '@inaam/campaigns/loader/folder-names.ts';
import { readDatabaseUrl } from '@inaam/server/operator/settings/database-url.ts';
import { presetNames } from '@inaam/server/sms/presets/presets.ts';
import { UsageError, type CommandContext } from '@inaam/server/operator/command-context.ts';
import { accountNameOf } from '@inaam/server/console/sign-in/account-options.ts';

const smsChoices = [...presetNames, 'http', 'mailbox'] as const;

export type ChosenDatabase =
  | { kind: 'local' }
  /** The address of an administrator, with a password that is never stored. */
  | { kind: 'url'; url: string };

export type Answers = {
  campaign: string;
  /** Origins. */
  site: string;
  consoleSite: string;
  database: ChosenDatabase;
  sms: (typeof smsChoices)[number];
  /** Who makes and keeps the second part of the draw's secret. */
  secondHolder: string | undefined;
};

export type Given = Partial<Record<keyof Answers, string | undefined>>;

type Taken<Value> = { value: Value } | { problem: string };
type Question<Value> = {
  option: string;
  take: (text: string) => Taken<Value>;
  initial?: string | undefined;
};

const makeCampaign =
  'Make yours with: npx inaam campaign new <id> --name <name> --promoter <company>';

function campaignQuestion(ids: readonly string[], isDemonstration: boolean): Question<string> {
  const allowed = isDemonstration ? ids : ids.filter((id) => !demonstrationIds.includes(id));
  return {
    option: '--campaign',
    initial: allowed.length === 1 ? allowed[0] : undefined,
    take: (text) => {
      if (allowed.includes(text)) return { value: text };
      return ids.includes(text)
        ? { problem: `"${text}" is a demonstration, which production refuses. ${makeCampaign}` }
        : { problem: `there is no folder campaigns/${text}. ${makeCampaign}` };
    },
  };
}

const siteHint = 'write an origin such as https://win.example; http only for http://localhost:3000';

/** It is written into the Caddyfile, and into commands that a person copies. */
const hostPattern =
  /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z0-9-]*[a-z0-9])$/;

/** With a certificate from a public authority, which signs no address and no other port's name. */
function takeOrigin(text: string): Taken<string> {
  const url = URL.parse(text.replace(/\/$/, ''));
  if (url === null || !['', '/'].includes(url.pathname) || /[?#@]/.test(text)) {
    return { problem: siteHint };
  }
  const isHere = url.hostname === 'localhost';
  const isHost = isHere || (hostPattern.test(url.hostname) && isIP(url.hostname) === 0);
  if (!isHost) return { problem: `names no host that can have a certificate: ${siteHint}` };
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isHere)) {
    return { problem: `must be https: ${siteHint}` };
  }
  return { value: url.origin };
}

const siteQuestion: Question<string> = {
  option: '--site',
  take: takeOrigin,
};

function consoleQuestion(site: string): Question<string> {
  const { protocol, hostname, port } = new URL(site);
  const beside = `https://console.${hostname}${port === '' ? '' : `:${port}`}`;
  return {
    option: '--console-site',
    initial: protocol === 'http:' ? 'http://localhost:8090' : beside,
    take: (text) => {
      const taken = takeOrigin(text);
      return 'value' in taken && taken.value === site
        ? { problem: 'must be another origin than the site’s' }
        : taken;
    },
  };
}

const databaseHint =
  'write local (PostgreSQL of this machine), or the address of an administrator: postgres://admin@host:5432/postgres?sslmode=verify-full';

const databaseQuestion = (): Question<ChosenDatabase> => ({
  option: '--database',
  initial: existsSync('/var/run/postgresql') && process.getuid?.() === 0 ? 'local' : undefined,
  take: (text) => {
    if (text === 'local') return { value: { kind: text } };
    if (!/^["']?\s*postgres(?:ql)?:/i.test(text)) return { problem: databaseHint };
    const read = readDatabaseUrl(text);
    if ('problem' in read) return read;
    if (!read.isSafe) {
      return {
        problem:
          'must use TLS with a verified certificate unless PostgreSQL is on this machine: add ?sslmode=verify-full',
      };
    }
    return new URL(read.url).username === ''
      ? { problem: 'names no user: write postgres://admin@host:5432/postgres' }
      : { value: { kind: 'url', url: read.url } };
  },
});

const smsQuestion: Question<Answers['sms']> = {
  option: '--sms',
  initial: 'mailbox',
  take: (text) => {
    const value = smsChoices.find((name) => name === text);
    return value === undefined
      ? {
          problem: `write one of ${smsChoices.join(', ')}; http for any other (docs/make/gateways.md)`,
        }
      : { value };
  },
};

const holderQuestion: Question<string | undefined> = {
  option: '--second-holder',
  initial: 'nobody',
  take: (text) => {
    if (text === 'nobody') return { value: undefined };
    const value = accountNameOf(text);
    return value === undefined ? { problem: 'write a name, or nobody' } : { value };
  },
};

/** @returns undefined if it is missing: then its option is added */
function answer<Value>(
  { option, take, initial }: Question<Value>,
  given: string | undefined,
  { takesDefaults, missing }: { takesDefaults: boolean; missing: string[] },
): Value | undefined {
  const written = given?.trim() ?? (takesDefaults ? initial : undefined);
  if (written === undefined) {
    missing.push(option);
    return undefined;
  }
  const taken = take(written);
  if ('value' in taken) return taken.value;
  throw new UsageError(`${option}: ${taken.problem}.`);
}

/**
 * @param takesDefaults for what is not given
 * @throws UsageError that names the option that is wrong, or all that are missing
 */
export async function readAnswers(
  { isDemonstration = false }: Pick<CommandContext, 'isDemonstration'>,
  given: Given,
  takesDefaults: boolean,
): Promise<Answers> {
  const missing: string[] = [];
  const how = { takesDefaults, missing };
  const ids = await campaignIds();
  const campaign = answer(campaignQuestion(ids, isDemonstration), given.campaign, how);
  const site = answer(siteQuestion, given.site, how);
  const database = answer(databaseQuestion(), given.database, how);
  const sms = answer(smsQuestion, given.sms, how);
  const secondHolder = answer(holderQuestion, given.secondHolder, how);
  if (!campaign || !site || !database || !sms || missing.length > 0) {
    throw new UsageError(`Give ${missing.join(', ')}. --yes takes only existing defaults.`);
  }
  // It follows from the site's.
  const ofSite = { takesDefaults: true, missing };
  const consoleSite = answer(consoleQuestion(site), given.consoleSite, ofSite);
  return { campaign, site, database, sms, secondHolder, consoleSite: consoleSite ?? site };
}
