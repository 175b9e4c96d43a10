export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download has its own reference once it has begun.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
