// systemd's units of the programs. Each gets exactly its own secrets, which its user cannot read
// from the folder.
import { existsSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { programs } from '@inaam/runtime/programs.mjs';
import { installationOf } from '@inaam/server/operator/settings/settings-file.ts';
import { runningPrograms } from '@inaam/server/database/processes.ts';
import {
  type Place,
  type ProgramName,
  programNames,
  secretsOf,
  type SmsSecrets,
} from './installation-settings.ts';

export const project = path.resolve(import.meta.dirname, '../..');

const descriptions: Readonly<Record<ProgramName, string>> = {
  migrate: 'migrates the database',
  serve: 'the site',
  deliver: 'sends the SMS',
  draw: 'draws; once per campaign',
  console: 'the console, for colleagues',
};

/** Of the lockfile, or the one that runs this. */
function nodeFile(): string {
  const own = `${project}/node_modules/node-${process.platform}-${process.arch}/bin/node`;
  return existsSync(own) ? own : process.execPath;
}

/** PrivateTmp hides them from the programs. */
const hidden = ['/tmp', '/var/tmp'];

/** @returns why the users of the units cannot run this project, and what to do */
export function closedToUnits(folder: string, files = [entry, nodeFile()]): string | undefined {
  for (const file of files.map((each) => realpathSync(each))) {
    const above = file.split('/').map((_, at, names) => names.slice(0, at).join('/') || '/');
    const closed = above.slice(1).find((each) => (statSync(each).mode & 0o001) === 0);
    const place = hidden.find((each) => above.includes(each));
    const why =
      closed !== undefined
        ? `others may not enter ${closed}`
        : place !== undefined
          ? `programs do not see ${place}`
          : (statSync(file).mode & 0o004) === 0
            ? `others may not read ${file}`
            : undefined;
    if (why === undefined) continue;
    return `The users of systemd's units cannot run ${file}: ${why}. Put the project where all may read, such as /opt/inaam, remove ${folder}/systemd, and run init there again.`;
  }
  return undefined;
}

const entry = `${project}/${programs.serve.file}`;

/** In an ExecStart, % and $ have a meaning, and a space ends a word. */
const word = (text: string) => {
  const escaped = text.replaceAll('%', '%%').replaceAll('$', '$$$$');
  return /[\s"'\\]/.test(escaped) ? `"${escaped.replaceAll(/(["\\])/g, '\\$1')}"` : escaped;
};

const commandOf = (program: ProgramName): string[] => {
  const { nodeOptions, file } = programs[program];
  return [...nodeOptions, 'runtime/run.mjs', file];
};

const hardening = `LimitNOFILE=65536
# A core file would contain the secrets.
LimitCORE=0

CapabilityBoundingSet=
NoNewPrivileges=yes
PrivateDevices=yes
PrivateTmp=yes
ProtectClock=yes
ProtectControlGroups=yes
ProtectHome=read-only
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectProc=invisible
ProtectSystem=strict
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
RemoveIPC=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged
UMask=0077
# V8's compiler writes machine code to memory, which MemoryDenyWriteExecute forbids.`;

function unit(program: ProgramName, sms: SmsSecrets, { folder }: Place): string {
  const { needed, optional } = secretsOf(program, sms, folder);
  const load = (name: string) => `LoadCredential=${name}:${folder}/secrets/${name}`;
  const environment = Object.entries(programs[program].environment);
  const isOneShot = program === 'migrate';
  const lines = [
    '[Unit]',
    `Description=Inaam: ${descriptions[program]}`,
    `Documentation=file:${encodeURI(project)}/docs/run/when-something-is-wrong.md`,
    'Wants=network-online.target',
    'After=network-online.target postgresql.service',
    ...(isOneShot
      ? []
      : [
          // They also stop in the reverse order.
          `After=inaam-migrate.service${program === 'draw' ? '' : ' inaam-draw.service'}`,
          'PartOf=inaam.target',
          '# However often it ends, it is started again.',
          'StartLimitIntervalSec=0',
        ]),
    '',
    '[Service]',
    ...(isOneShot
      ? [
          'Type=oneshot',
          'TimeoutStartSec=1h',
          '# The database may be away as the machine starts.',
          'Restart=on-failure',
          'RestartSec=10',
        ]
      : [
          'Type=exec',
          '# On SIGTERM it finishes the work in progress.',
          'TimeoutStopSec=20',
          'Restart=always',
          'RestartSec=1',
        ]),
    '# A user that exists while it runs',
    'DynamicUser=yes',
    `User=inaam-${program}`,
    `WorkingDirectory=${project.replaceAll('%', '%%')}`,
    `Environment=${word(`INAAM_SETTINGS=${folder}/inaam.env`)}`,
    ...environment.map(([name, value]) => `Environment=${word(`${name}=${value}`)}`),
    ...needed.map(load),
    ...optional.map((name) => `# With this secret: ${load(name)}`),
    ...(program === 'draw'
      ? ['StateDirectory=inaam/draw', 'Environment=DRAW_HEAD_FILE=/var/lib/inaam/draw/head.json']
      : []),
    `ExecStart=${[nodeFile(), ...commandOf(program)].map(word).join(' ')}`,
    hardening,
    ...(isOneShot ? [] : ['', '[Install]', 'WantedBy=inaam.target']),
    '',
  ];
  return lines.join('\n');
}

const credential = /^(# With this secret: )?LoadCredential=(\w+):(.*)$/;
const programOfUnit = /^inaam-(serve|deliver)(?:@[a-z0-9-]+)?\.service$/;

/**
 * A unit whose credentials are those of now: of the SMS paths, and secrets that were optional and
 * are there. Everything else stays as somebody wrote it.
 * @returns also which secrets are not there; systemd starts no program then, and does not say why
 */
export function withCredentials(name: string, text: string, folder: string, sms: SmsSecrets) {
  const program = programOfUnit.exec(name)?.[1];
  const named = program === 'serve' || program === 'deliver' ? sms[program] : [];
  const lines = text.split('\n').flatMap((line) => {
    const [, comment, secret = '', file = ''] = credential.exec(line) ?? [];
    if (comment !== undefined) return [existsSync(file) ? line.slice(comment.length) : line];
    return secret.startsWith('SMS_SECRET_') && !named.includes(secret) ? [] : [line];
  });
  const last = lines.findLastIndex((line) => line.startsWith('LoadCredential='));
  const added = named
    .filter((secret) => !lines.some((line) => line.includes(`=${secret}:`)))
    .map((secret) => `LoadCredential=${secret}:${secretFile(folder, secret)}`);
  if (last !== -1) lines.splice(last + 1, 0, ...added);
  const missing = lines.flatMap((line) => {
    const [, comment, , file = ''] = credential.exec(line) ?? [];
    return comment === undefined && path.isAbsolute(file) && !existsSync(file) ? [file] : [];
  });
  return { text: lines.join('\n'), missing };
}

/** A further campaign has its own, or that of its installation. */
function secretFile(folder: string, secret: string): string {
  const own = path.join(folder, 'secrets', secret);
  const above = installationOf(path.join(folder, 'inaam.env'));
  return above === undefined || existsSync(own) ? own : secretFile(path.dirname(above), secret);
}

const target = `[Unit]
Description=Inaam: all programs of this machine
Documentation=file:${encodeURI(project)}/docs/run/when-something-is-wrong.md
Wants=inaam-migrate.service ${runningPrograms.map((name) => `inaam-${name}.service`).join(' ')}

[Install]
WantedBy=multi-user.target
`;

/** @returns each by its name */
export function systemdUnits(sms: SmsSecrets, place: Place): Record<string, string> {
  const units = programNames.map((program) => [
    `inaam-${program}.service`,
    unit(program, sms, place),
  ]);
  return { ...Object.fromEntries(units), 'inaam.target': target };
}
