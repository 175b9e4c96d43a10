// What is typed into a form and not yet sent, in session storage: a reload, a crash or an error loses no field. Never
// holds the one-time code. Gone once it is sent, and with Logout and the browser's Back, as the session is.
import * as z from 'zod/mini';
import type { Details, Registration } from '../api/calls.ts';
import type { SafeStorage } from './safe-storage.ts';

type Forms = { registration: Registration; details: Details };
type FormName = keyof Forms;

const names: readonly FormName[] = ['registration', 'details'];
const keyOf = (name: FormName) => `inaam-draft-${name}`;

export type Drafts = {
  /** A form with what was typed into it before laid over it. */
  over: <Name extends FormName>(name: Name, form: Forms[Name]) => Forms[Name];
  /** Adds to what is kept of that form. */
  keep: <Name extends FormName>(name: Name, part: Partial<Forms[Name]>) => void;
  /** One form's, or all. */
  drop: (name?: FormName) => void;
};

const keptSchema = z.record(z.string(), z.union([z.string().check(z.maxLength(200)), z.boolean()]));

export function createDrafts(storage: SafeStorage): Drafts {
  const read = (name: FormName) => parsed(storage.getItem(keyOf(name)));
  return {
    over: (name, form) => {
      const kept = read(name);
      // Only what is a field of the form, and of its kind: what lies there may be anybody's.
      const fitting = Object.entries(form).filter(
        ([key, value]) => typeof kept[key] === typeof value,
      );
      return { ...form, ...Object.fromEntries(fitting.map(([key]) => [key, kept[key]])) };
    },
    keep: (name, part) => storage.setItem(keyOf(name), JSON.stringify({ ...read(name), ...part })),
    drop: (name) => {
      for (const one of name === undefined ? names : [name]) storage.removeItem(keyOf(one));
    },
  };
}

/** What is corrupt counts as nothing typed. */
function parsed(stored: string | null): z.infer<typeof keptSchema> {
  try {
    const kept = z.safeParse(keptSchema, JSON.parse(stored ?? '{}'));
    return kept.success ? kept.data : {};
  } catch {
    return {};
  }
}
