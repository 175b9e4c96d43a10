// In session storage, so that a reload or an error loses no field.
import * as z from 'zod/mini';
import type { Details, Registration } from '../api/calls.ts';
import type { SafeStorage } from './safe-storage.ts';

export type DraftForms = { registration: Registration; details: Details };
type FormName = keyof DraftForms;

const names: readonly FormName[] = ['registration', 'details'];
const keyOf = (name: FormName) => `inaam-draft-${name}`;

export type Drafts = {
  over: <Name extends FormName>(name: Name, form: DraftForms[Name]) => DraftForms[Name];
  keep: <Name extends FormName>(name: Name, part: Partial<DraftForms[Name]>) => void;
  drop: (name?: FormName) => void;
};

const draftSchema = z.record(
  z.string(),
  z.union([z.string().check(z.maxLength(200)), z.boolean()]),
);

export function createDrafts(storage: SafeStorage): Drafts {
  const read = (name: FormName) => parsed(storage.getItem(keyOf(name)));
  return {
    over: (name, form) => {
      const stored = read(name);
      const fitting = Object.entries(form).filter(
        ([key, value]) => typeof stored[key] === typeof value,
      );
      return { ...form, ...Object.fromEntries(fitting.map(([key]) => [key, stored[key]])) };
    },
    keep: (name, part) => storage.setItem(keyOf(name), JSON.stringify({ ...read(name), ...part })),
    drop: (name) => {
      for (const one of name === undefined ? names : [name]) storage.removeItem(keyOf(one));
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
