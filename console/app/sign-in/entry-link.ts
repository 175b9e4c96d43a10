import { signInReturnPath } from '@inaam/contract/console/sign-in.ts';
import { takeSignInMemory, type SignInMemory } from './sign-in-gate.ts';

/** Values of a link's fragment, which no server sees. */
export type EntryLink =
  | { readonly kind: 'page' }
  | { readonly kind: 'invitation' | 'link'; readonly token: string }
  /** Redirect to the company's provider. */
  | { readonly kind: 'company' }
  /** From the company's provider; some send the response in the query. */
  | { readonly kind: 'returned'; readonly response: string };

/** Opened by a page of ours whose session has ended: redirects to the provider at once. */
export const companyPath = '/sign-in/company';

const patterns = [
  ['invitation', /^\/#\/invitation\/([\w-]+)$/],
  ['link', /^\/enter#([\w-]+)$/],
] as const;

/** @param address path, query and fragment */
export function entryLinkOf(address: string): EntryLink {
  for (const [kind, pattern] of patterns) {
    const token = pattern.exec(address)?.[1];
    if (token !== undefined) return { kind, token };
  }
  if (address === companyPath) return { kind: 'company' };
  const { pathname, search, hash } = new URL(address, 'http://localhost');
  if (pathname !== signInReturnPath) return { kind: 'page' };
  return { kind: 'returned', response: (hash || search).slice(1) };
}

type EntryWindow = {
  readonly location: Pick<Location, 'origin' | 'pathname' | 'search' | 'hash'>;
  readonly opener: { readonly location: Pick<Location, 'origin'> } | null;
  readonly history: Pick<History, 'replaceState'>;
  readonly sessionStorage: Pick<Storage, 'getItem' | 'removeItem'>;
};

/** Removes the values from the address and the browser's history. */
export function readEntryLink(window: EntryWindow): { entry: EntryLink; isWindow: boolean } {
  const { location, history, sessionStorage } = window;
  const { pathname, search, hash } = location;
  const entry = entryLinkOf(`${pathname}${search}${hash}`);
  if (entry.kind === 'company' && !hasOwnOpener(window)) {
    history.replaceState(null, '', '/');
    return { entry: { kind: 'page' }, isWindow: false };
  }
  const kept: SignInMemory =
    entry.kind === 'returned'
      ? takeSignInMemory(sessionStorage)
      : { path: '/', isWindow: entry.kind === 'company' };
  if (entry.kind !== 'page') history.replaceState(null, '', kept.path);
  return { entry, isWindow: kept.isWindow };
}

/** A link on another site must not sign anybody in: that takes a click on our page. */
function hasOwnOpener({ opener, location }: EntryWindow): boolean {
  try {
    return opener?.location.origin === location.origin;
  } catch {
    // Browsers reveal nothing about an opener of another origin.
    return false;
  }
}
