import { signInReturnPath } from '@inaam/contract/console/sign-in.ts';
import { takeSignInMemory, type SignInMemory } from './sign-in-gate.ts';

/** Values of a link's fragment, which no server sees. */
export type Arrival =
  | { readonly kind: 'page' }
  | { readonly kind: 'invitation' | 'link'; readonly token: string }
  /** Redirect to the company's provider. */
  | { readonly kind: 'company' }
  /** From the company's provider; some send the response in the query. */
  | { readonly kind: 'returned'; readonly response: string };

/** @public Opened by a page of ours whose session has ended: redirects to the provider at once. */
export const companyPath = '/sign-in/company';

const patterns = [
  ['invitation', /^\/#\/invitation\/([\w-]+)$/],
  ['link', /^\/enter#([\w-]+)$/],
] as const;

/** @param address path, query and fragment */
export function arrivalOf(address: string): Arrival {
  for (const [kind, pattern] of patterns) {
    const token = pattern.exec(address)?.[1];
    if (token !== undefined) return { kind, token };
  }
  if (address === companyPath) return { kind: 'company' };
  const { pathname, search, hash } = new URL(address, 'http://localhost');
  if (pathname !== signInReturnPath) return { kind: 'page' };
  return { kind: 'returned', response: (hash || search).slice(1) };
}

type ArrivalWindow = {
  readonly location: Pick<Location, 'origin' | 'pathname' | 'search' | 'hash'>;
  readonly opener: { readonly location: Pick<Location, 'origin'> } | null;
  readonly history: Pick<History, 'replaceState'>;
  readonly sessionStorage: Pick<Storage, 'getItem' | 'removeItem'>;
};

/** Takes what it brought out of the address and of the browser's history. */
export function readArrival(window: ArrivalWindow): { arrival: Arrival; isWindow: boolean } {
  const { location, history, sessionStorage } = window;
  const { pathname, search, hash } = location;
  const arrival = arrivalOf(`${pathname}${search}${hash}`);
  if (arrival.kind === 'company' && !hasOwnOpener(window)) {
    history.replaceState(null, '', '/');
    return { arrival: { kind: 'page' }, isWindow: false };
  }
  const kept: SignInMemory =
    arrival.kind === 'returned'
      ? takeSignInMemory(sessionStorage)
      : { path: '/', isWindow: arrival.kind === 'company' };
  if (arrival.kind !== 'page') history.replaceState(null, '', kept.path);
  return { arrival, isWindow: kept.isWindow };
}

/** A link on another site must not sign anybody in: that takes a click on our page. */
function hasOwnOpener({ opener, location }: ArrivalWindow): boolean {
  try {
    return opener?.location.origin === location.origin;
  } catch {
    // Browsers reveal nothing about an opener of another origin.
    return false;
  }
}
