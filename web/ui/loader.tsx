// The full-screen loader: says what the app waits for, and takes no taps meanwhile.
import { useStore } from 'zustand/react';
import { Emblem } from './emblem.tsx';
import { Dialog } from './dialog.tsx';
import type { Loading } from './loading.ts';
import './loader.css';

export function Loader({ loading }: { loading: Loading }) {
  const text = useStore(loading.store, ({ waits }) => waits.at(-1)?.text);
  return text === undefined ? null : <Waiting text={text} />;
}

/** The same for a wait that is no call: a screen on its way. */
export function Waiting({ text }: { text: string }) {
  return (
    <Dialog label={text} variant="loader">
      <div className="loader">
        <Emblem />
        <p>{text}</p>
      </div>
    </Dialog>
  );
}
