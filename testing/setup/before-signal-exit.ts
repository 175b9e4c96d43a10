const signals = ['SIGINT', 'SIGTERM'] as const;

/** Raises the signal again for earlier listeners. @returns a function that unregisters */
export function beforeSignalExit(cleanUp: () => Promise<void>): () => void {
  const takeBacks = signals.map((signal) => {
    const others = process.listeners(signal);
    const takeBack = () => {
      process.off(signal, onSignal);
      for (const other of others) process.on(signal, other);
    };
    const again = () => {
      takeBack();
      process.kill(process.pid, signal);
    };
    const onSignal = () => void cleanUp().then(again, again);
    for (const other of others) process.off(signal, other);
    process.once(signal, onSignal);
    return takeBack;
  });
  return () => {
    for (const takeBack of takeBacks) takeBack();
  };
}
