// The browser lays what was shown last on top. Notices must stay above dialogs, so they hear of each dialog that
// opens and show themselves anew.
const listeners = new Set<() => void>();

/** @returns ends the watch. */
export function watchDialogs(opened: () => void): () => void {
  listeners.add(opened);
  return () => listeners.delete(opened);
}

export function dialogOpened(): void {
  for (const opened of listeners) opened();
}
