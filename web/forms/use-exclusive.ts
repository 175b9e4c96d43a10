// A disabled button alone would let a second tap through before the next render.
import { useRef } from 'react';

/** @returns a function that runs an action, or returns false while one is running */
export function useExclusive(): (action: () => Promise<void>) => boolean {
  const isRunning = useRef(false);
  return (action) => {
    if (isRunning.current) return false;
    isRunning.current = true;
    void action().finally(() => {
      isRunning.current = false;
    });
    return true;
  };
}
