/** What a link brought in its fragment, which no server sees. */
export type Arrival =
  | { readonly kind: 'page' }
  | { readonly kind: 'invitation' | 'link'; readonly token: string };

const patterns = [
  ['invitation', /^\/#\/invitation\/([\w-]+)$/],
  ['link', /^\/enter#([\w-]+)$/],
] as const;

/** @param address path and fragment */
export function arrivalOf(address: string): Arrival {
  for (const [kind, pattern] of patterns) {
    const token = pattern.exec(address)?.[1];
    if (token !== undefined) return { kind, token };
  }
  return { kind: 'page' };
}

type ArrivalWindow = {
  readonly location: Pick<Location, 'pathname' | 'hash'>;
  readonly history: Pick<History, 'replaceState'>;
};

/** Takes the token out of the address and of the browser's history. */
export function readArrival({ location, history }: ArrivalWindow): Arrival {
  const arrival = arrivalOf(`${location.pathname}${location.hash}`);
  if (arrival.kind !== 'page') history.replaceState(null, '', '/');
  return arrival;
}
