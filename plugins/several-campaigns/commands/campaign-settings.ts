// What a further campaign has of its own: settings, units of systemd and a site of Caddy. The units
// are those of the installation, with this campaign's secrets, folders and names.
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { RefusedError } from '@inaam/server/operator/command-context.ts';
import { isOwn } from '@inaam/server/operator/settings/settings-file.ts';

export type Values = Readonly<Record<string, string>>;

export const random = () => randomBytes(32).toString('base64');

/** Each further campaign has the next ones after those of the first. */
const firstPorts = {
  PORT: { port: 3000, step: 1 },
  SERVE_METRICS_PORT: { port: 9464, step: 10 },
  DELIVER_METRICS_PORT: { port: 9465, step: 10 },
  DRAW_PORT: { port: 9466, step: 10 },
} as const;
type Ports = Readonly<Record<keyof typeof firstPorts, number>>;

const campaignsMax = 500;

/**
 * @param others settings of the campaigns that are there
 * @param site if shoppers open the site without a proxy, at its own port
 */
export async function freePorts(others: readonly Values[], site?: number): Promise<Ports> {
  const defaults = [...Object.values(firstPorts).map(({ port }) => port), 8090];
  const used = new Set([
    ...defaults,
    ...others.flatMap((values) =>
      Object.entries(values).flatMap(([name, value]) =>
        name.endsWith('PORT') ? Number(value) : [],
      ),
    ),
  ]);
  if (site !== undefined && (used.has(site) || !(await isFree(site)))) {
    throw new RefusedError(`--site: port ${site} is taken. Write another one.`);
  }
  for (let number = 1; number <= campaignsMax; number++) {
    const at = ({ port, step }: { port: number; step: number }) => port + number * step;
    const ports = {
      PORT: site ?? at(firstPorts.PORT),
      SERVE_METRICS_PORT: at(firstPorts.SERVE_METRICS_PORT),
      DELIVER_METRICS_PORT: at(firstPorts.DELIVER_METRICS_PORT),
      DRAW_PORT: at(firstPorts.DRAW_PORT),
    };
    const wanted = Object.values(ports);
    if (wanted.some((port) => used.has(port))) continue;
    const free = await Promise.all(wanted.map(isFree));
    if (!free.includes(false)) return ports;
  }
  throw new RefusedError('There are no free ports from 3001 and 9474 on.');
}

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

export function settingsText(own: Values): string {
  const lines = Object.entries(own).map(([name, value]) =>
    /[^\w./:,-]/.test(value) ? `${name}="${value}"` : `${name}=${value}`,
  );
  return `# What differs from ../../inaam.env. Every other setting and secret is read there: never
# those of the draw, the site's address or a port.
${lines.join('\n')}
`;
}

export function caddyfile(site: string, port: number): string {
  const { host, hostname } = new URL(site);
  const isHere = hostname === 'localhost' || hostname.endsWith('.localhost');
  return `${isHere ? `https://${host}` : host} {
	log
${isHere ? '\ttls internal\n' : ''}	request_body {
		max_size 1MiB
	}
	reverse_proxy 127.0.0.1:${port}
}
`;
}

/** A user of systemd has a name of at most so many characters. */
const userMax = 31;
const unitName = /inaam-(serve|deliver|draw)\.service/g;
const credential = /^(?:# With this secret: )?LoadCredential=(\w+):(.*)$/gm;

/** Undefined for those of `migrate` and `console`, which are of all campaigns. */
export const ownUnitName = (name: string, id: string): string | undefined =>
  /^inaam-(?:serve|deliver|draw)\.service$/.test(name)
    ? name.replace('.service', `@${id}.service`)
    : undefined;

export const targetName = (id: string) => `inaam@${id}.target`;

/**
 * @param text of the installation's unit, with whatever was added to it
 * @param folder of the campaign
 */
export function ownUnit(text: string, { id, folder }: { id: string; folder: string }): string {
  const installation = path.resolve(folder, '../..');
  return text
    .replaceAll(unitName, `inaam-$1@${id}.service`)
    .replaceAll('inaam.target', targetName(id))
    .replace(/^Description=.*$/m, `$&, of ${id}`)
    .replace(/^User=(.*)\n/m, (_, user: string) =>
      `${user}-${id}`.length > userMax ? '' : `User=${user}-${id}\n`,
    )
    .replaceAll(`${installation}/inaam.env`, `${folder}/inaam.env`)
    .replaceAll(/\binaam\/draw\b/g, `inaam/campaigns/${id}/draw`)
    .replaceAll(credential, (line: string, name: string, file: string) => {
      const own = path.join(folder, 'secrets', name);
      if (!isOwn(name) && !existsSync(own)) return line;
      return file.startsWith(installation) ? `LoadCredential=${name}:${own}` : line;
    });
}

export const targetText = (text: string, id: string) =>
  text
    .replace(/^Description=.*$/m, `Description=Inaam: the programs of ${id}`)
    .replace(/ inaam-console\.service/, '')
    .replaceAll(unitName, `inaam-$1@${id}.service`);
