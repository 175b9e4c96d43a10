// Whether a path can be reached, without sending anything: connects over HTTP, binds over SMPP.
import { once } from 'node:events';
import { connect as connectPlain, isIP } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { errorCode } from '../../platform/error-code.ts';
import { fillFixed } from '../../sms/paths/placeholders.ts';
import type { SmsPathConfig } from '../../sms/paths/path-schema.ts';
import { openLink, reasonOfLink } from '../../sms/smpp/smpp-link.ts';

const patienceMs = 8000;

/** @returns the problem in a few words without values; undefined if the path can be reached */
export async function reachPath({ gateway, values }: SmsPathConfig): Promise<string | undefined> {
  try {
    if (gateway.kind === 'http') await connectTo(new URL(gateway.http.address));
    else {
      const { systemId, password } = gateway.smpp;
      const smpp = { ...gateway.smpp, systemId: fillFixed(systemId, values) };
      const link = await openLink(smpp, fillFixed(password, values), {
        // A receipt that arrives meanwhile is for `deliver`, so the SMSC must keep it.
        onDeliver: () => Promise.resolve(false),
      });
      await link.unbind();
    }
    return undefined;
  } catch (error) {
    return gateway.kind === 'smpp' ? reasonOfLink(error) : errorCode(error);
  }
}

async function connectTo({ protocol, hostname, port }: URL): Promise<void> {
  const host = hostname.replace(/^\[|\]$/g, '');
  const isTls = protocol === 'https:';
  const to = { host, port: Number(port || (isTls ? 443 : 80)) };
  const socket = isTls
    ? connectTls({ ...to, ...(isIP(host) === 0 ? { servername: host } : {}) })
    : connectPlain(to);
  try {
    await once(socket, isTls ? 'secureConnect' : 'connect', {
      signal: AbortSignal.timeout(patienceMs),
    });
  } finally {
    socket.destroy();
  }
}
