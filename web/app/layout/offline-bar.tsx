import { useLayoutEffect, useRef } from 'react';
import { useStore } from 'zustand/react';
import { useApp, useWords } from '../use-app.ts';
import './offline-bar.css';

export function OfflineBar() {
  const { network } = useApp();
  const { errors } = useWords();
  const isOnline = useStore(network.store, (now) => now.isOnline);
  const bar = useRef<HTMLOutputElement>(null);
  // Notifications appear below it. Its height forces a layout, so it is read only if it is shown.
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    if (isOnline) style.removeProperty('--offline-bar-height');
    else style.setProperty('--offline-bar-height', `${bar.current?.offsetHeight ?? 0}px`);
  });
  return (
    <output ref={bar} className="offline-bar">
      {!isOnline && <p>{errors.offlineNow}</p>}
    </output>
  );
}
