// Single keys, and `g` followed by a letter.

type KeyPress = {
  readonly key: string;
  /** Of Ctrl, Alt and Command. */
  readonly hasModifier: boolean;
  /** In a field, where keys are text. */
  readonly isTyping: boolean;
  /** ms */
  readonly at: number;
};

type Shortcut =
  | { readonly kind: 'search' | 'keys' }
  | { readonly kind: 'page'; readonly key: string };

const sequenceMs = 1500;

/**
 * @param begunAt when `g` was pressed, if it was the last key
 * @returns the shortcut, and when a sequence began that waits for its letter
 */
export function shortcutOf(
  { key, hasModifier, isTyping, at }: KeyPress,
  begunAt: number | undefined,
): { shortcut?: Shortcut; begunAt?: number } {
  if (hasModifier || isTyping) return {};
  const letter = key.toLowerCase();
  if (begunAt !== undefined && at - begunAt <= sequenceMs && /^[a-z]$/.test(letter)) {
    return { shortcut: { kind: 'page', key: letter } };
  }
  if (letter === 'g') return { begunAt: at };
  if (key === '/') return { shortcut: { kind: 'search' } };
  if (key === '?') return { shortcut: { kind: 'keys' } };
  return {};
}
