// Kept in session storage, so that a reload or an error loses no field.
import * as z from 'zod/mini';
import type { Details } from '@inaam/contract/core-calls.ts';
import type { TypedRegistration } from '../../api/calls.ts';
import { draftKey, type SafeStorage } from './safe-storage.ts';

export type DraftForms = { registration: TypedRegistration; details: Details };
type FormName = keyof DraftForms;

const names: readonly FormName[] = ['registration', 'details'];

export type Drafts = {
  has: (name: FormName) => boolean;
  over: <Name extends FormName>(name: Name, form: DraftForms[Name]) => DraftForms[Name];
  keep: <Name extends FormName>(name: Name, part: Partial<DraftForms[Name]>) => void;
  onKeep: (kept: () => void) => void;
  drop: (name?: FormName) => void;
};

const draftSchema = z.record(
  z.string(),
  z.union([z.string().check(z.maxLength(200)), z.boolean()]),
);

export function createDrafts(storage: SafeStorage): Drafts {
  const listeners: (() => void)[] = [];
  const read = (name: FormName) => parsed(storage.getItem(draftKey(name)));
  return {
    over: (name, form) => {
      const stored = read(name);
      const fitting = Object.entries(form).filter(
        ([key, value]) => typeof stored[key] === typeof value,
      );
      return { ...form, ...Object.fromEntries(fitting.map(([key]) => [key, stored[key]])) };
    },
    has: (name) => storage.getItem(draftKey(name)) !== null,
    keep: (name, part) => {
      storage.setItem(draftKey(name), JSON.stringify({ ...read(name), ...part }));
      for (const kept of listeners) kept();
    },
    onKeep: (kept) => void listeners.push(kept),
    drop: (name) => {
      for (const one of name === undefined ? names : [name]) storage.removeItem(draftKey(one));
    },
  };
}

function parsed(stored: string | null): z.infer<typeof draftSchema> {
  try {
    const result = z.safeParse(draftSchema, JSON.parse(stored ?? '{}'));
    return result.success ? result.data : {};
  } catch {
    return {};
  }
}
