// The query values of the QR link that this tab was entered with. Kept under a key of their own, so that a new
// session can start after the address has lost them (Requirement SES-7). Grants nothing: the server checks them.
import { entryKeys } from '@inaam/contract/calls.ts';
import * as z from 'zod/mini';
import type { EntryValues } from '../api/calls.ts';
import type { SafeStorage } from './safe-storage.ts';

export const entryKey = 'inaam-entry';

/** The one value of `utm_source` that opens the app (Spec 9). */
const qrSource = 'qrcode';

const shape = z.optional(z.string().check(z.maxLength(500)));
const entryValuesSchema = z.object({
  utm_source: shape,
  utm_medium: shape,
  utm_campaign: shape,
  utm_content: shape,
  utm_term: shape,
  id: shape,
});

/**
 * The values to start a session with: those of the address where it is a QR link, else those this tab was
 * entered with, else none. Takes the address's values over for the next time.
 * @param search the address's query, with or without `?`.
 */
export function entryValues(search: string, storage: SafeStorage): EntryValues | undefined {
  const query = new URLSearchParams(search);
  if (query.get('utm_source') !== qrSource) return kept(storage);
  const values: EntryValues = {};
  for (const key of entryKeys) {
    const value = query.get(key);
    if (value !== null) values[key] = value.slice(0, 500);
  }
  storage.setItem(entryKey, JSON.stringify(values));
  return values;
}

function kept(storage: SafeStorage): EntryValues | undefined {
  try {
    const stored: unknown = JSON.parse(storage.getItem(entryKey) ?? 'null');
    const { utm_source: source, ...rest } = entryValuesSchema.parse(stored);
    return source === qrSource ? { utm_source: source, ...withoutHoles(rest) } : undefined;
  } catch {
    return undefined;
  }
}

function withoutHoles(values: Record<string, string | undefined>): EntryValues {
  const whole: EntryValues = {};
  for (const key of entryKeys) {
    const value = values[key];
    if (value !== undefined) whole[key] = value;
  }
  return whole;
}
