import { existsSync } from 'node:fs';
import { chown } from 'node:fs/promises';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { fields } from '@inaam/server/operator/settings/fields.ts';
import { voucherPublicKeyOf } from '@inaam/server/platform/seal.ts';
import { consoleBytesMax } from '@inaam/server/console/context.ts';
import { commandOf, flagOption, textOption } from '@inaam/server/operator/add-command.ts';
import {
  RefusedError,
  UsageError,
  type CommandResult,
} from '@inaam/server/operator/command-context.ts';
import { readAnswers, type Answers } from './init-answers.ts';
import { prepareDatabase, type PreparedDatabase } from './installation-database.ts';
import {
  containerUser,
  ensureSecret,
  isRoot,
  makeFolder,
  readSecret,
  readText,
  writeFile,
  type Written,
} from './installation-files.ts';
import {
  pathsText,
  type Place,
  secretsToMake,
  settingsText,
  smsSecretsOf,
  isBehindProxy,
} from './installation-settings.ts';
import { manualSteps } from './manual-steps.ts';
import { project, systemdUnits } from './systemd-units.ts';

export const addInit = commandOf({
  of: 'installation',
  detail:
    'Run it again at any time: what is there stays, and secrets are never written over. An administrator’s password in --database is stored nowhere; leave it out of the command and set PGPASSWORD to keep it from the shell’s history.',
  examples: [
    'init --campaign coffee-2027 --site https://win.example --database local --sms msg91 --second-holder Asha',
    'init --campaign coffee-2027 --site http://localhost:3000 --database local --yes',
  ],
  shape: {
    campaign: textOption('--campaign <id>', 'a folder of campaigns/'),
    site: textOption('--site <origin>', 'where shoppers open it, such as https://win.example'),
    database: textOption('--database <which>', 'local, or an administrator’s postgres:// address'),
    sms: textOption(
      '--sms <provider>',
      'msg91, gupshup, exotel, kannel, or mailbox, which sends nothing',
    ),
    secondHolder: textOption(
      '--second-holder <name>',
      'who holds the second half of the draw, or nobody',
    ),
    consoleSite: textOption(
      '--console-site <origin>',
      'by default the host `console` beside the site’s',
    ),
    folder: textOption(
      '--folder <folder>',
      'by default /etc/inaam for root, .inaam of the project for others',
    ),
    setPasswords: flagOption('--set-passwords', 'also for database users that already exist'),
    yes: flagOption('--yes', 'take the defaults for all that is not given'),
  },
  run: async ({ folder, setPasswords, yes, ...given }, { context }) => {
    const answers = await readAnswers(context, given, yes);
    const place = placeOf(folder);
    return initialize(answers, place, setPasswords);
  },
});

const ofRoot = '/etc/inaam';

function placeOf(given: string | undefined): Place {
  const folder = path.resolve(given ?? (isRoot() ? ofRoot : path.join(project, '.inaam')));
  // systemd and the settings file quote in different ways.
  if (!/^[\w./-]+$/.test(folder)) {
    throw new UsageError(
      `--folder: ${folder} has other characters than letters, digits and . _ - in its path.`,
    );
  }
  return { folder, data: folder === ofRoot ? '/var/lib/inaam' : path.join(folder, 'data') };
}

async function initialize(
  answers: Answers,
  place: Place,
  setPasswords: boolean,
): Promise<CommandResult> {
  const { folder, data } = place;
  makeFolder(folder, 0o755);
  assertSameCampaign(folder, answers.campaign);
  const secrets = path.join(folder, 'secrets');
  makeFolder(secrets, 0o700);
  const head = path.join(data, 'draw');
  makeFolder(data, 0o755);
  await makeHeadFolder(head);
  const loaded = await loadCampaign(answers.campaign);
  const made = secretsToMake(answers, loaded).map(([name, make]) =>
    ensureSecret(path.join(secrets, name), make),
  );
  const database = await prepareDatabase(answers.database, secrets, setPasswords);
  const files = await writeFiles(answers, place);
  return answerOf(answers, place, [...made, ...database.secrets, ...files], database);
}

/** The program's user owns it, in a container too. */
async function makeHeadFolder(folder: string): Promise<void> {
  if (existsSync(folder)) return;
  makeFolder(folder, 0o700);
  if (isRoot()) await chown(folder, containerUser, containerUser);
}

/** Two campaigns with the same secrets would know each other's people. */
function assertSameCampaign(folder: string, campaign: string): void {
  const file = path.join(folder, 'inaam.env');
  if (!existsSync(file)) return;
  const other = parseEnv(readText(file))['CAMPAIGN'];
  if (other === undefined || other === campaign) return;
  throw new RefusedError(
    `${folder} is the installation of "${other}": nothing was changed. Name another --folder.`,
  );
}

async function writeFiles(answers: Answers, place: Place): Promise<Written[]> {
  const { folder } = place;
  const { sms, site } = answers;
  const inFolder = (name: string) => path.join(folder, name);
  const seals = inFolder('secrets/VOUCHER_SEAL_KEYS');
  const ring = fields.sealKeys.safeParse(readSecret(seals));
  if (!ring.success) throw new RefusedError(`${seals} ${ring.error.issues[0]?.message}.`);
  const { id, key } = voucherPublicKeyOf(ring.data);
  const publicKey = `${id}:${Buffer.from(key).toString('base64')}`;
  const write = (name: string, text: string | undefined) =>
    text === undefined ? [] : [writeFile(inFolder(name), text)];
  const paths = sms === 'mailbox' ? undefined : pathsText(sms, site, await templateIds(answers));
  const first = [
    // Also for etckeeper, which would store the secrets of /etc.
    ...write('.gitignore', '*\n'),
    ...write('inaam.env', settingsText(answers, place, publicKey)),
    ...write('sms-paths.json', paths),
  ];
  // People may have added a path with other secrets.
  const smsSecrets = smsSecretsOf(inFolder('sms-paths.json'));
  const units = Object.entries(systemdUnits(smsSecrets, place));
  makeFolder(inFolder('systemd'), 0o755);
  return [
    ...first,
    ...write('Caddyfile', caddyfile(answers, place)),
    ...units.flatMap(([name, text]) => write(`systemd/${name}`, text)),
  ];
}

async function templateIds({ campaign }: Answers): Promise<string[]> {
  const { sms } = await loadCampaign(campaign);
  return [sms.otp, ...Object.values(sms.vouchers)].map(({ dlt }) => dlt.templateId);
}

const states = {
  made: 'made',
  kept: 'kept',
  differs: 'kept; what init would write is beside it as .new',
};

function answerOf(
  answers: Answers,
  place: Place,
  written: readonly Written[],
  { statements }: PreparedDatabase,
): CommandResult {
  const { folder } = place;
  const files = written.map(({ file, state }) => ({ file: path.relative(folder, file), state }));
  const { steps: people, next } = manualSteps(answers, place);
  const lines = [
    folder,
    ...files.map(({ file, state }) => `  ${file}: ${states[state]}`),
    ...(statements.length > 0 ? ['', 'In PostgreSQL:'] : []),
    ...statements.map((statement) => `  ${statement}`),
    '',
    'What only people can do, in this order:',
    ...people.flatMap(({ what, check }, at) => [
      `${String(at + 1).padStart(3)}. ${what}`,
      `     Check: ${check}`,
    ]),
    '',
    `Next: ${next}`,
  ];
  return { text: lines.join('\n'), json: { folder, files, statements, people, next } };
}

/** What is larger the programs refuse too; Caddy does not read it at all. */
const bodyMax = { site: '1MiB', console: `${consoleBytesMax}B` };

/** Also of what Caddy says when a program is away. */
const privateLog = `# Neither who asked nor for whom: no address, header or query, and of the path its first word
{
	log {
		format filter {
			wrap json
			fields {
				request>uri regexp ^(/[^/?]*).* $1
				request>remote_ip delete
				request>remote_port delete
				request>client_ip delete
				request>headers delete
				request>tls delete
				resp_headers delete
				user_id delete
			}
		}
	}
}
`;

const block = (origin: string, port: number, bodies: string, extra = '') => {
  const { host, hostname } = new URL(origin);
  const isHere = hostname === 'localhost' || hostname.endsWith('.localhost');
  return `
${isHere ? `https://${host}` : host} {
	log
${isHere ? '\ttls internal\n' : ''}${extra}	request_body {
		max_size ${bodies}
	}
	reverse_proxy 127.0.0.1:${port}
}
`;
};

const innerNetwork = `	# Colleagues on the internal network. To let others in, add their addresses, or remove the two lines.
	@outside not remote_ip private_ranges
	respond @outside 403
`;

/** Undefined where both are opened without a proxy. */
function caddyfile({ site, consoleSite }: Answers, { folder }: Place): string | undefined {
  const blocks = [
    ...(isBehindProxy(site) ? [block(site, 3000, bodyMax.site)] : []),
    ...(isBehindProxy(consoleSite)
      ? [block(consoleSite, 8090, bodyMax.console, innerNetwork)]
      : []),
  ];
  if (blocks.length === 0) return undefined;
  return `# Site and console. Caddy gets the certificates by itself, for names that lead to this machine.
${privateLog}${blocks.join('')}
# Of further campaigns
import ${folder}/campaigns/*/Caddyfile
`;
}
