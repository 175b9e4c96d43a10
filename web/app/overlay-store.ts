import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Message } from '../locale/message.ts';

export type Overlay =
  | 'menu'
  | 'terms'
  | 'contact'
  | 'consentNotice'
  | 'howTo'
  | 'yourData'
  | { message: Message };

/** The choice of the language is above the other overlays, which stay as they are. */
type Overlays = { open: Overlay | null; isChoosingLanguage: boolean };

export type OverlayStore = StoreApi<Overlays>;

export function createOverlay(): OverlayStore {
  return createStore<Overlays>(() => ({ open: null, isChoosingLanguage: false }));
}
