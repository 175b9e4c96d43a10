// A disabled button alone would let a second tap through before the next render.
import { useRef } from 'react';

export function useExclusive(): (action: () => Promise<void>) => void {
  const isRunning = useRef(false);
  return (action) => {
    if (isRunning.current) return;
    isRunning.current = true;
    void action().finally(() => {
      isRunning.current = false;
    });
  };
}
