// A disabled button alone would let a second tap through before the next render.
import { useRef } from 'react';

/** @returns what runs an action, unless one is running: then it returns false */
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
