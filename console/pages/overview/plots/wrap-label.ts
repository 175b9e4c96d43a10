const lineLength = 21;
const linesMax = 3;

/** Wraps at spaces into three lines at most; text that does not fit ends in "…". */
export function wrapLabel(label: string): string[] {
  const lines: string[] = [];
  let rest = label.trim();
  while (rest !== '') {
    if (lines.length === linesMax - 1 && rest.length > lineLength) {
      return [...lines, `${rest.slice(0, lineLength - 1).trimEnd()}…`];
    }
    const end = endOfLine(rest);
    lines.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  return lines;
}

function endOfLine(text: string): number {
  if (text.length <= lineLength) return text.length;
  const space = text.lastIndexOf(' ', lineLength);
  return space > 0 ? space : lineLength;
}
