import { Code } from '@mantine/core';

/** Text between backquotes is a command or a name to type. */
export function InlineCode({ text }: { readonly text: string }) {
  return text
    .split('`')
    .map((part, place) => (place % 2 === 1 ? <Code key={`${place} ${part}`}>{part}</Code> : part));
}
