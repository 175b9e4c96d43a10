// The Caddyfile of an installation.
import { voucherUpload } from '@inaam/contract/console/voucher-upload.ts';
import type { Answers } from './init-answers.ts';
import { isBehindProxy } from './installation-settings.ts';

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
