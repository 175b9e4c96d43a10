// The five questions of `inaam init`: asked at a terminal, or taken from the options.
import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import { createInterface } from 'node:readline/promises';
import { campaignIds } from '@inaam/campaigns/loader/load-campaign.ts';
import { readDatabaseUrl } from '../../main/settings/database-url.ts';
import { presetNames } from '../../sms/presets/presets.ts';
import { accountNameOf } from '../options.ts';
import { UsageError, type CommandContext } from '../command-context.ts';

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
  text: string;
  take: (text: string) => Taken<Value>;
  initial?: string | undefined;
};

const demonstrations = ['biscuit-2025', 'goli-soda-2026', 'tea-demo'];
const makeCampaign =
  'Make yours with: npx inaam campaign new <id> --name <name> --promoter <company>';

function campaignQuestion(ids: readonly string[], isDemonstration: boolean): Question<string> {
  const allowed = isDemonstration ? ids : ids.filter((id) => !demonstrations.includes(id));
  return {
    option: '--campaign',
    text: `Which campaign? ${allowed.length === 0 ? `There is none yet. ${makeCampaign}` : `(${allowed.join(', ')})`}`,
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
  text: 'Where do shoppers open the site? (such as https://win.example)',
  take: takeOrigin,
};

function consoleQuestion(site: string): Question<string> {
  const { protocol, hostname, port } = new URL(site);
  const beside = `https://console.${hostname}${port === '' ? '' : `:${port}`}`;
  return {
    option: '--console-site',
    text: 'Where do colleagues open the console?',
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
  text: 'Which PostgreSQL? local, or an administrator’s postgres://…',
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
  text: `Which SMS provider? ${smsChoices.join(', ')} (http: any other; mailbox sends nothing)`,
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
  text: 'Who holds the second half of the draw? (a name; nobody: it lies beside the first)',
  initial: 'nobody',
  take: (text) => {
    if (text === 'nobody') return { value: undefined };
    const value = accountNameOf(text);
    return value === undefined ? { problem: 'write a name, or nobody' } : { value };
  },
};

type Asking = {
  /** Undefined: no terminal. */
  ask: ((question: string) => Promise<string>) | undefined;
  say: (line: string) => void;
  takesDefaults: boolean;
  missing: string[];
};

async function answer<Value>(
  { ask, say, takesDefaults, missing }: Asking,
  { option, text, take, initial }: Question<Value>,
  given: string | undefined,
): Promise<Value | undefined> {
  const written = given?.trim() ?? (takesDefaults ? initial : undefined);
  if (written !== undefined) {
    const taken = take(written);
    if ('value' in taken) return taken.value;
    throw new UsageError(`${option}: ${taken.problem}.`);
  }
  if (ask === undefined) {
    missing.push(option);
    return undefined;
  }
  for (;;) {
    const typed = (await ask(initial === undefined ? `${text} ` : `${text} [${initial}] `)).trim();
    const taken = take(typed === '' ? (initial ?? '') : typed);
    if ('value' in taken) return taken.value;
    say(
      typed === '' && initial === undefined
        ? 'Please answer.'
        : `That will not do: ${taken.problem}.`,
    );
  }
}

/**
 * @param takesDefaults for what is not given, instead of asking
 * @throws UsageError that names the option that is wrong, or all that are missing
 */
export async function readAnswers(
  { input, errors, isDemonstration = false }: CommandContext,
  given: Given,
  takesDefaults: boolean,
): Promise<Answers> {
  const isTerminal = input.isTTY === true;
  const prompt = isTerminal ? createInterface({ input, output: errors }) : undefined;
  // Lines that were typed ahead would be lost between two calls of `question`.
  const lines = prompt?.[Symbol.asyncIterator]();
  const ask = async (question: string) => {
    errors.write(question);
    const next = await lines?.next();
    if (next === undefined || next.done === true)
      throw new UsageError('The input has ended: nothing was made.');
    return next.value;
  };
  const asking: Asking = {
    ask: isTerminal ? ask : undefined,
    say: (line) => void errors.write(`${line}\n`),
    takesDefaults,
    missing: [],
  };
  try {
    const ids = await campaignIds();
    const campaign = await answer(asking, campaignQuestion(ids, isDemonstration), given.campaign);
    const site = await answer(asking, siteQuestion, given.site);
    const database = await answer(asking, databaseQuestion(), given.database);
    const sms = await answer(asking, smsQuestion, given.sms);
    const secondHolder = await answer(asking, holderQuestion, given.secondHolder);
    const { missing } = asking;
    if (!campaign || !site || !database || !sms || missing.length > 0) {
      throw new UsageError(
        `There is no terminal to ask at: give ${missing.join(', ')}. --yes takes the defaults that there are.`,
      );
    }
    // Not asked: it follows from the site's.
    const others = { ...asking, takesDefaults: true };
    const consoleSite = await answer(others, consoleQuestion(site), given.consoleSite);
    return { campaign, site, database, sms, secondHolder, consoleSite: consoleSite ?? site };
  } finally {
    prompt?.close();
  }
}
