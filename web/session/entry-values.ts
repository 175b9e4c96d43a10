// The values of the QR code's URL, stored for later sessions of this tab (SES-7) and checked by the
// server.
import { entryKeys } from '@inaam/contract/core-calls.ts';
import * as z from 'zod/mini';
import type { EntryValues } from '../api/calls.ts';
import type { SafeStorage } from './storage/safe-storage.ts';

export const entryKey = 'inaam-entry';

const qrSource = 'qrcode';

const storedSchema = z.record(z.string(), z.string().check(z.maxLength(500)));

/** Whether this is the QR code's URL. */
export const isScanned = (search: string): boolean =>
  new URLSearchParams(search).get('utm_source') === qrSource;

export function entryValues(search: string, storage: SafeStorage): EntryValues | undefined {
  const query = new URLSearchParams(search);
  if (!isScanned(search)) return stored(storage);
  const values: EntryValues = { utm_source: qrSource };
  for (const [name, value] of query) {
    // Some apps that a link is sent on with spell `&amp;id=`.
    const key = entryKeys.find((one) => one === name.replace(/^amp;/, '').toLowerCase());
    if (key !== undefined && values[key] === undefined) values[key] = value.slice(0, 500);
  }
  storage.setItem(entryKey, JSON.stringify(values));
  return values;
}

function stored(storage: SafeStorage): EntryValues | undefined {
  try {
    const value: unknown = JSON.parse(storage.getItem(entryKey) ?? 'null');
    const values: EntryValues = storedSchema.parse(value);
    return values.utm_source === qrSource ? values : undefined;
  } catch {
    return undefined;
  }
}
