// Caddyfile and compose.yaml of an installation.
import { voucherUpload } from '@inaam/contract/console/voucher-upload.ts';
import type { Answers } from './init-answers.ts';
import { containerUser, isRoot } from './installation-files.ts';
import { isBehindProxy, type Place } from './installation-settings.ts';
import { allSecrets, longRunning, secretsOf, type ProgramName } from './program-parts.ts';
import { commandOf } from './systemd-units.ts';

/** What is larger the programs refuse too; Caddy does not read it at all. */
const bodyMax = { site: '1MiB', console: `${voucherUpload.bytesMax}B` };

const log = `	# Neither who asked nor for whom: no address, header or query, and of the path its first word
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
	}`;

const block = (origin: string, port: number, bodies: string, extra = '') => {
  const { host, hostname } = new URL(origin);
  const isHere = hostname === 'localhost' || hostname.endsWith('.localhost');
  return `${isHere ? `https://${host}` : host} {
${isHere ? '	tls internal\n' : ''}${extra}	request_body {
		max_size ${bodies}
	}
	reverse_proxy 127.0.0.1:${port}
${log}
}
`;
};

const innerNetwork = `	# Colleagues in the inner network. To let others in, add their addresses, or remove the two lines.
	@outside not remote_ip private_ranges
	respond @outside 403
`;

/** Undefined where both are opened without a proxy. */
export function caddyfile({ site, consoleSite }: Answers): string | undefined {
  const blocks = [
    ...(isBehindProxy(site) ? [block(site, 3000, bodyMax.site)] : []),
    ...(isBehindProxy(consoleSite)
      ? [block(consoleSite, 8090, bodyMax.console, innerNetwork)]
      : []),
  ];
  if (blocks.length === 0) return undefined;
  return `# Site and console. Caddy gets the certificates by itself, for names that lead to this machine.\n${blocks.join('\n')}`;
}

const ready = (port: number) => [
  'CMD',
  'node',
  '--eval',
  `fetch('http://127.0.0.1:${port}/ready').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))`,
];

const readyPorts: Readonly<Record<(typeof longRunning)[number], number>> = {
  serve: 9464,
  deliver: 9465,
  draw: 9466,
  console: 8090,
};

const draw = '/var/lib/inaam-draw';
const list = (values: readonly string[]) => JSON.stringify(values);

/** Undefined where only the user of init may open the database. */
export function composeFile(answers: Answers, { folder, data }: Place): string | undefined {
  const { database, sms } = answers;
  if (database.kind === 'embedded') return undefined;
  const hasPostgres = database.kind === 'containers';
  const user = isRoot()
    ? `${containerUser}:${containerUser}`
    : `${process.getuid?.()}:${process.getgid?.()}`;
  const headFolder = data.startsWith(`${folder}/`) ? './data/draw' : `${data}/draw`;
  const own = (program: ProgramName) => secretsOf(program, sms).needed;
  const consolePort = new URL(answers.consoleSite).port;
  const port = (program: (typeof longRunning)[number]) =>
    program === 'console' && !isBehindProxy(answers.consoleSite)
      ? Number(consolePort || 80)
      : readyPorts[program];
  const programsText = longRunning.map((program) => {
    const volumes =
      program === 'draw'
        ? `
    environment:
      <<: *environment
      DRAW_HEAD_FILE: ${draw}/head.json
    volumes: [*settings${sms === 'mailbox' ? '' : ', *paths'}, ${JSON.stringify(`${headFolder}:${draw}`)}]`
        : '';
    return `  ${program}:
    <<: *program
    command: ${list(['node', ...commandOf(program)])}
    secrets: ${list(own(program))}${volumes}
    depends_on:
      migrate: { condition: service_completed_successfully }
    healthcheck:
      test: ${list(ready(port(program)))}
      interval: 5s
      timeout: 4s
      start_period: 60s
`;
  });
  const names = new Set([
    ...longRunning.flatMap(own),
    ...own('migrate'),
    ...allSecrets(answers),
    ...(hasPostgres ? ['POSTGRES_PASSWORD'] : []),
  ]);
  const secrets = [...names].map((name) => `  ${name}: { file: ./secrets/${name} }\n`);
  const proxy = caddyfile(answers) === undefined ? '' : caddy;
  return `# All programs on one machine. They listen on 127.0.0.1, behind Caddy.
#   podman build -f deploy/containers/Containerfile -t inaam .   in the project; docker takes the same
#   podman-compose up -d                                         here; or docker compose
# Secrets keep their owner and mode, so the containers run as that user. Under rootless Podman set
# PODMAN_USERNS=keep-id. Commands: podman-compose run --rm operator doctor
x-environment: &environment
  INAAM_SETTINGS: /etc/inaam/inaam.env
  CREDENTIALS_DIRECTORY: /run/secrets
${sms === 'mailbox' ? '' : '  SMS_PATHS_FILE: /etc/inaam/sms-paths.json\n'}x-settings: &settings ${JSON.stringify('./inaam.env:/etc/inaam/inaam.env:ro')}
${sms === 'mailbox' ? '' : `x-paths: &paths ${JSON.stringify('./sms-paths.json:/etc/inaam/sms-paths.json:ro')}\n`}x-program: &program
  image: \${INAAM_IMAGE:-localhost/inaam}
  user: '${user}'
  network_mode: host
  restart: unless-stopped
  read_only: true
  cap_drop: [ALL]
  security_opt: ['no-new-privileges:true']
  # A core file would contain the secrets.
  ulimits: { core: 0 }
  stop_grace_period: 20s
  environment: *environment
  volumes: [*settings${sms === 'mailbox' ? '' : ', *paths'}]

services:
${hasPostgres ? postgres(user) : ''}  # Exits when it is done.
  migrate:
    <<: *program
    restart: 'no'
    command: ${list(['node', ...commandOf('migrate')])}
    secrets: ${list(own('migrate'))}
${hasPostgres ? '    depends_on:\n      postgres: { condition: service_healthy }\n' : ''}
${programsText.join('\n')}
  # Files that a command reads or writes are in ./files.
  operator:
    <<: *program
    profiles: [tools]
    restart: 'no'
    entrypoint: ${list(['node', ...commandOf('operator')])}
    command: ['--help']
    secrets: ${list(allSecrets(answers))}
    volumes: [*settings${sms === 'mailbox' ? '' : ', *paths'}, './files:/files']
${proxy}
secrets:
${secrets.join('')}${volumesText(hasPostgres, proxy !== '')}`;
}

const postgres = (user: string) => `  postgres:
    image: \${POSTGRES_IMAGE:-docker.io/library/postgres:18}
    user: '${user}'
    network_mode: host
    restart: unless-stopped
    read_only: true
    cap_drop: [ALL]
    security_opt: ['no-new-privileges:true']
    tmpfs: [/tmp, /var/run/postgresql]
    command: ['postgres', '-c', 'listen_addresses=127.0.0.1']
    environment:
      POSTGRES_PASSWORD_FILE: /run/secrets/POSTGRES_PASSWORD
      # Otherwise every process of this machine could connect as anybody.
      POSTGRES_INITDB_ARGS: '--auth-host=scram-sha-256 --auth-local=scram-sha-256 --data-checksums'
    secrets: [POSTGRES_PASSWORD]
    volumes:
      - 'database:/var/lib/postgresql'
      - './database.sql:/docker-entrypoint-initdb.d/inaam.sql:ro'
    healthcheck:
      test: ['CMD', 'pg_isready', '--host=127.0.0.1', '--dbname=inaam']
      interval: 2s
      retries: 30

`;

const caddy = `
  caddy:
    image: \${CADDY_IMAGE:-docker.io/library/caddy:2}
    network_mode: host
    restart: unless-stopped
    read_only: true
    cap_drop: [ALL]
    cap_add: [NET_BIND_SERVICE]
    security_opt: ['no-new-privileges:true']
    volumes: ['./Caddyfile:/etc/caddy/Caddyfile:ro', 'caddy-data:/data', 'caddy-config:/config']
    healthcheck:
      test: ['CMD', 'wget', '-q', '-O', '/dev/null', 'http://127.0.0.1:2019/config/']
      interval: 10s
`;

function volumesText(hasPostgres: boolean, hasProxy: boolean): string {
  const names = [
    ...(hasPostgres ? ['database'] : []),
    ...(hasProxy ? ['caddy-data', 'caddy-config'] : []),
  ];
  return names.length === 0 ? '' : `\nvolumes:\n${names.map((name) => `  ${name}:\n`).join('')}`;
}
