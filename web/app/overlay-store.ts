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

export type OverlayStore = StoreApi<{ open: Overlay | null }>;

export function createOverlay(): OverlayStore {
  return createStore<{ open: Overlay | null }>(() => ({ open: null }));
}
