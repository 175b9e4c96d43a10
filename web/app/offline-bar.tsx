import { useStore } from 'zustand/react';
import { useApp, useWords } from './use-app.ts';
import './offline-bar.css';

export function OfflineBar() {
  const { network } = useApp();
  const { errors } = useWords();
  const isOnline = useStore(network.store, (now) => now.isOnline);
  return <output className="offline-bar">{!isOnline && <p>{errors.offlineNow}</p>}</output>;
}
