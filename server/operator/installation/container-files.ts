// Caddyfile and compose.yaml of an installation.
import { voucherUpload } from '@inaam/contract/console/voucher-upload.ts';
import { runningPrograms, type RunningProgram } from '../../database/processes.ts';
import type { Answers } from './init-answers.ts';
import { containerUser, isRoot } from './installation-files.ts';
import {
  allSecrets,
  isBehindProxy,
  portOf,
  type Place,
  programNames,
  secretsOf,
  type SmsSecrets,
} from './installation-settings.ts';
import { commandOf } from './systemd-units.ts';

/** What is larger the programs refuse too; Caddy does not read it at all. */
const bodyMax = { site: '1MiB', console: `${voucherUpload.bytesMax}B` };

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
  return `# Site and console. Caddy gets the certificates by itself, for names that lead to this machine.\n${privateLog}${blocks.join('')}`;
}

const list = (of: readonly string[]) => JSON.stringify(of);
const lines = (of: readonly string[]) => of.filter((line) => line !== '').join('\n');

const readyPorts = { serve: 9464, deliver: 9465, draw: 9466 } as const;

const consolePort = ({ consoleSite }: Answers) =>
  isBehindProxy(consoleSite) ? 8090 : portOf(consoleSite);

/** By a shell: podman-compose does not quote the words of CMD. */
const isReady = (port: number) =>
  list([
    'CMD-SHELL',
    `node --eval "fetch('http://127.0.0.1:${port}/ready').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"`,
  ]);

const inside = '/etc/inaam';
const drawFolder = '/var/lib/inaam-draw';

const shared = ({ sms }: Answers, user: string) => `
# Without rights, and nothing to write to. A core file would contain the secrets.
x-confined: &confined
  network_mode: host
  read_only: true
  cap_drop: [ALL]
  security_opt: ["no-new-privileges:true"]
  ulimits: { core: 0 }
x-environment: &environment
  INAAM_SETTINGS: ${inside}/inaam.env
  CREDENTIALS_DIRECTORY: /run/secrets${sms === 'mailbox' ? '' : `\n  SMS_PATHS_FILE: ${inside}/sms-paths.json`}
x-program: &program
  <<: *confined
  image: "\${INAAM_IMAGE:-localhost/inaam}"
  user: "${user}"
  environment: *environment
  volumes: ${list(settingsIn(sms))}
x-running: &running
  <<: *program
  restart: unless-stopped
  stop_grace_period: 20s
  depends_on: { migrate: { condition: service_completed_successfully } }
x-health: &health { interval: 5s, timeout: 4s, start_period: 60s }
`;

const settingsIn = (sms: Answers['sms']) =>
  ['inaam.env', ...(sms === 'mailbox' ? [] : ['sms-paths.json'])].map(
    (name) => `./${name}:${inside}/${name}:ro`,
  );

const runningService = (name: RunningProgram, { answers, sms, place }: Containers) => `  ${name}:
    <<: *running
    command: ${list(['node', ...commandOf(name)])}
    secrets: ${list(secretsOf(name, sms, place.folder).needed)}
    healthcheck: { <<: *health, test: ${isReady(name === 'console' ? consolePort(answers) : readyPorts[name])} }${
      name === 'draw'
        ? `
    environment: { <<: *environment, DRAW_HEAD_FILE: ${drawFolder}/head.json }
    volumes: ${list([...settingsIn(answers.sms), `${place.data}/draw:${drawFolder}`])}`
        : ''
    }`;

/** Undefined where only the user of init may open the database. */
export function composeFile(answers: Answers, sms: SmsSecrets, place: Place): string | undefined {
  const { kind } = answers.database;
  if (kind === 'embedded') return undefined;
  const user = isRoot()
    ? `${containerUser}:${containerUser}`
    : `${process.getuid?.()}:${process.getgid?.()}`;
  const hasDatabase = kind === 'containers';
  const hasProxy = caddyfile(answers) !== undefined;
  const secrets = new Set([
    ...programNames.flatMap((name) => secretsOf(name, sms, place.folder).needed),
    ...allSecrets(sms, place.folder),
    ...(hasDatabase ? ['POSTGRES_PASSWORD'] : []),
  ]);
  const volumes = [
    ...(hasDatabase ? ['database'] : []),
    ...(hasProxy ? ['caddy-data', 'caddy-config'] : []),
  ];
  return `${composeHead}${shared(answers, user)}
services:
${lines([
  hasDatabase ? postgres(user) : '',
  `  migrate:
    <<: *program
    command: ${list(['node', ...commandOf('migrate')])}
    secrets: ${list(secretsOf('migrate', sms, place.folder).needed)}
    restart: "no"`,
  hasDatabase ? '    depends_on: { postgres: { condition: service_healthy } }' : '',
  ...runningPrograms.map((name) => runningService(name, { answers, sms, place })),
  `  operator:
    <<: *program
    profiles: [tools]
    entrypoint: ${list(['node', ...commandOf('operator')])}
    command: [--help]
    volumes: ${list([...settingsIn(answers.sms), './files:/files'])}
    secrets: ${list(allSecrets(sms, place.folder))}
    restart: "no"`,
  hasProxy ? caddy : '',
])}
secrets:
${lines([...secrets].map((name) => `  ${name}: { file: ./secrets/${name} }`))}
${volumes.length === 0 ? '' : `volumes:\n${lines(volumes.map((name) => `  ${name}: {}`))}\n`}`;
}

type Containers = { answers: Answers; sms: SmsSecrets; place: Place };

const composeHead = `# All programs on one machine. They listen on 127.0.0.1, behind Caddy.
#   podman build -f deploy/containers/Containerfile -t inaam .   in the project; docker takes the same
#   podman-compose up -d                                         here; or docker compose
# A command: podman-compose run --rm operator doctor. Its files are in ./files.
# Secrets keep their owner and mode, so the containers run as that user. Under rootless Podman set
# PODMAN_USERNS=keep-id.
`;

const postgres = (user: string) => `  postgres:
    <<: *confined
    image: "\${POSTGRES_IMAGE:-docker.io/library/postgres:18}"
    user: "${user}"
    restart: unless-stopped
    tmpfs: [/tmp, /var/run/postgresql]
    command: [postgres, -c, listen_addresses=127.0.0.1]
    environment:
      POSTGRES_PASSWORD_FILE: /run/secrets/POSTGRES_PASSWORD
      # Otherwise every process of this machine could connect as anybody.
      POSTGRES_INITDB_ARGS: --auth-host=scram-sha-256 --auth-local=scram-sha-256 --data-checksums
    secrets: [POSTGRES_PASSWORD]
    volumes: ["database:/var/lib/postgresql", "./database.sql:/docker-entrypoint-initdb.d/inaam.sql:ro"]
    healthcheck:
      test: [CMD, pg_isready, --host=127.0.0.1, --dbname=inaam]
      interval: 2s
      retries: 30`;

const caddy = `  caddy:
    <<: *confined
    image: "\${CADDY_IMAGE:-docker.io/library/caddy:2}"
    cap_add: [NET_BIND_SERVICE]
    restart: unless-stopped
    volumes: ["./Caddyfile:/etc/caddy/Caddyfile:ro", "caddy-data:/data", "caddy-config:/config"]
    healthcheck:
      test: [CMD, wget, -q, -O, /dev/null, "http://127.0.0.1:2019/config/"]
      interval: 10s`;
