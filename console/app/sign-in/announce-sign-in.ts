const key = 'inaam-signed-in-at';

/** For the other windows of this browser that show the console. */
export function announceSignIn(): void {
  localStorage.setItem(key, String(Date.now()));
}

/** @returns how to end it */
export function onSignInElsewhere(listener: () => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === key) listener();
  };
  window.addEventListener('storage', listen);
  return () => window.removeEventListener('storage', listen);
}
