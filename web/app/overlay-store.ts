// Which text, list or message lies over the screen: menus and links of any feature open it by name, `app.tsx` shows
// it, so that no feature needs to know another.
import { createStore, type StoreApi } from 'zustand/vanilla';

export type Overlay =
  | 'menu'
  | 'terms'
  | 'contact'
  | 'consentNotice'
  | 'howTo'
  /** The error popup with its message. */
  | { message: string };

export type OverlayStore = StoreApi<{ open: Overlay | null }>;

export function createOverlay(): OverlayStore {
  return createStore<{ open: Overlay | null }>(() => ({ open: null }));
}
