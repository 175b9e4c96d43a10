// `POST /api/users`: an anonymous session begins, or a known device comes back (ENT-4 to ENT-9,
// Protocol: Keys). Grants nothing: the keys only identify, and a token is handed back only if it
// was held and is alive.
import { entryKeys, type Fields } from '@inaam/contract/calls.ts';
import { resendAfterSeconds } from '@inaam/contract/limits.ts';
import { isFullFor } from './capacity.ts';
import type { Handler, CallContext } from '../http/context.ts';
import { phaseOf } from '../rules/period.ts';

export const startSession: Handler<'startSession'> = async (call, tools) => {
  const { fields, accessToken, address } = call;
  const { clocks, keys, visits } = tools;
  const now = clocks.wall();
  const phase = phaseOf(tools.campaign.programme, clocks.campaign());
  if (fields.utm_source !== 'qrcode') {
    const none = { isValidToken: false, isLoggedIn: false, token: null, pending: null };
    return { ...none, serverTime: now, campaign: phase };
  }

  const holder = await holderOf(accessToken, tools);
  const userKey = holder?.userKey ?? knownKey(fields.masterKey, tools) ?? keys.newUserKey();
  const pending = await pendingOf(userKey, now, tools);
  const isClosed = phase === 'open' && (await isFullFor(tools, userKey));
  visits.note({ userKey, now, query: queryOf(fields), address });

  return {
    isValidToken: true,
    isLoggedIn: holder !== undefined,
    token: { userKey, dataKey: keys.dataKeyOf(userKey), accessToken: holder?.accessToken ?? null },
    pending,
    serverTime: now,
    campaign: isClosed ? 'ended' : phase,
  };
};

async function holderOf(accessToken: string | undefined, { keys, storage, clocks }: CallContext) {
  if (accessToken === undefined) return undefined;
  const question = { hash: keys.tokenHash(accessToken), now: clocks.wall() };
  const holder = await storage.readTokens.one(question);
  return holder === 'none' ? undefined : { userKey: holder.userKey, accessToken };
}

function knownKey(masterKey: string | undefined, { keys }: CallContext): string | undefined {
  return masterKey !== undefined && keys.isUserKey(masterKey) ? masterKey : undefined;
}

/** A code of this device that is still alive: the shopper comes back to its form (ENT-9). */
async function pendingOf(userKey: string, now: number, { storage }: CallContext) {
  const pending = await storage.readRegistrations.one(userKey);
  if (pending === 'none' || !pending.code) return null;
  if (pending.code.isUsed || now >= pending.code.expiresAt) return null;
  const resendAt = (pending.lastSentAt ?? 0) + resendAfterSeconds * 1000;
  return { resendAfter: Math.max(0, Math.ceil((resendAt - now) / 1000)) };
}

function queryOf(fields: Fields<'startSession'>): Record<string, string> {
  return Object.fromEntries(
    entryKeys.flatMap((key) => {
      const value = fields[key];
      return value === undefined ? [] : [[key, value.replaceAll('\u0000', '')]];
    }),
  );
}
