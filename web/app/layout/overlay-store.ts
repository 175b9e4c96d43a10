import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Message } from '../../locale/message.ts';

export type Overlay =
  | 'menu'
  | 'terms'
  | 'contact'
  | 'consentNotice'
  | 'howTo'
  | 'yourData'
  | { message: Message };

/** The language dialog opens above the other overlays, which stay open. */
type Overlays = { open: Overlay | null; isChoosingLanguage: boolean };

export type OverlayStore = StoreApi<Overlays>;

export function createOverlay(): OverlayStore {
  return createStore<Overlays>(() => ({ open: null, isChoosingLanguage: false }));
}
