import { useStore } from 'zustand/react';
import { Emblem } from './illustration.tsx';
import { Dialog } from './dialog.tsx';
import type { Loading } from './loading.ts';
import './loader.css';

export function Loader({ loading }: { loading: Loading }) {
  const text = useStore(loading.store, ({ waits }) => waits.at(-1)?.text);
  return text === undefined ? null : <LoadingScreen text={text} />;
}

export function LoadingScreen({ text }: { text: string }) {
  return (
    <Dialog label={text} variant="loader">
      <div className="loader">
        <Emblem />
        {/* Screen readers announce the dialog's name, not later text. */}
        <p aria-live="polite">{text}</p>
      </div>
    </Dialog>
  );
}
