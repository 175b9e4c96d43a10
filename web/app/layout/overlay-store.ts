import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Erased } from '../../api/calls.ts';
import type { Message } from '../../locale/message.ts';

export type Overlay =
  | 'menu'
  | 'terms'
  | 'contact'
  | 'consentNotice'
  | 'howTo'
  | 'yourData'
  /** Shown by the reward's screen. */
  | 'rewardPart'
  | { message: Message }
  /** The last step of `yourData`: the session is gone, so there is nothing to return to. */
  | { erased: Erased };

export const isErased = (open: Overlay | null): open is { erased: Erased } =>
  typeof open === 'object' && open !== null && 'erased' in open;

/** The language dialog opens on top of other overlays, which stay open. */
type Overlays = { open: Overlay | null; isChoosingLanguage: boolean };

export type OverlayStore = StoreApi<Overlays>;

export function createOverlay(): OverlayStore {
  return createStore<Overlays>(() => ({ open: null, isChoosingLanguage: false }));
}
