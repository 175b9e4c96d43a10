import type * as z from 'zod';
import type { Fill } from '../paths/placeholders.ts';
import type { HttpGateway } from './gateway-schema.ts';

export type HttpRequest = {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: string | undefined;
};

/** Parts with a place that has nothing in it are left out. */
export function fillRequest(gateway: HttpGateway, fill: Fill): HttpRequest {
  const url = new URL(fill(gateway.address, encodeURIComponent) ?? gateway.address);
  for (const [name, value] of filledOf(gateway.query, fill)) url.searchParams.append(name, value);
  const headers: Record<string, string> = Object.fromEntries(filledOf(gateway.headers, fill));
  if (gateway.basic) {
    const user = fill(gateway.basic.user) ?? '';
    const password = fill(gateway.basic.password) ?? '';
    headers['authorization'] = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  }
  const { body, type } = bodyOf(gateway, fill);
  if (type !== undefined) headers['content-type'] ??= type;
  return { url: url.href, method: gateway.method, headers, body };
}

function filledOf(strings: Readonly<Record<string, string>>, fill: Fill): [string, string][] {
  return Object.entries(strings).flatMap(([name, text]): [string, string][] => {
    const value = fill(text);
    return value === undefined ? [] : [[name, value]];
  });
}

function bodyOf({ form, json, text }: HttpGateway, fill: Fill) {
  if (form) {
    const body = new URLSearchParams(filledOf(form, fill)).toString();
    return { body, type: 'application/x-www-form-urlencoded' };
  }
  if (json) return { body: JSON.stringify(filledJson(json, fill)), type: 'application/json' };
  if (text !== undefined) return { body: fill(text), type: 'text/plain; charset=utf-8' };
  return { body: undefined, type: undefined };
}

type Json = z.core.util.JSONType;

/** Filled in as values, so that a text with quotes in it stays one string. */
function filledJson(value: Json, fill: Fill): Json | undefined {
  if (typeof value === 'string') return fill(value);
  if (Array.isArray(value)) {
    return value.flatMap((item) => {
      const filled = filledJson(item, fill);
      return filled === undefined ? [] : [filled];
    });
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, item]): [string, Json][] => {
      const filled = filledJson(item, fill);
      return filled === undefined ? [] : [[name, filled]];
    }),
  );
}
