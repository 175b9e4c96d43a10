const key = 'inaam-signed-in-at';

/** Notifies this browser's other console windows. */
export function announceSignIn(): void {
  localStorage.setItem(key, String(Date.now()));
}

/** @returns a function that stops listening */
export function onSignInElsewhere(listener: () => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === key) listener();
  };
  window.addEventListener('storage', listen);
  return () => window.removeEventListener('storage', listen);
}
