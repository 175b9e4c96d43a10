import type { SafeStorage } from './safe-storage.ts';

const soundKey = 'inaam-sound';

export const isSoundOff = (local: SafeStorage): boolean => local.getItem(soundKey) === 'off';

export const storeSoundOff = (local: SafeStorage, isOff: boolean): void =>
  local.setItem(soundKey, isOff ? 'off' : 'on');
