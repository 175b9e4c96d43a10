import { headBytes } from '@inaam/contract/console/voucher-file.ts';
import { voucherUpload } from '@inaam/contract/console/voucher-upload.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { unreadableFile } from '../../app/calls/send-voucher-file.ts';
import { previewFile } from './file-preview.ts';

type Looked = ReturnType<typeof previewFile>;

const oneOnly = 'Choose one file at a time: each is loaded as a batch.';

type Options = {
  /** Nothing can be chosen while true. */
  readonly isBusy: boolean;
  /** Clears the previous choice. */
  readonly forget: () => void;
  readonly see: (file: File, looked: Looked) => void;
};

/** The file chosen or dropped last, and a preview of its first lines. */
export function useFileChoice({ isBusy, forget, see }: Options) {
  const [chosen, setChosen] = useState<{ file?: File; looked: Looked }>();
  const choices = useRef(0);
  const choose = async ([file, ...others]: readonly File[]) => {
    if (isBusy) return;
    choices.current += 1;
    const choice = choices.current;
    forget();
    setChosen(others.length > 0 ? { looked: oneOnly } : undefined);
    if (!file || others.length > 0) return;
    const looked = await look(file);
    if (choice !== choices.current) return;
    setChosen({ file, looked });
    see(file, looked);
  };
  const isOver = useDrop(choose);
  return { ...chosen, choose, isOver };
}

const dragTypes = ['dragover', 'dragleave', 'drop'] as const;

/**
 * A file dropped anywhere on the page: otherwise the browser would open it.
 * @returns whether one is dragged over it
 */
function useDrop(choose: (files: readonly File[]) => Promise<void>): boolean {
  const [isOver, setIsOver] = useState(false);
  const drop = useEffectEvent((event: DragEvent) => {
    event.preventDefault();
    // Left for no element: the file is outside the window.
    setIsOver(
      event.type === 'dragover' || (event.type === 'dragleave' && event.relatedTarget !== null),
    );
    const files = [...(event.dataTransfer?.files ?? [])];
    if (event.type === 'drop' && files.length > 0) void choose(files);
  });
  useEffect(() => {
    for (const type of dragTypes) window.addEventListener(type, drop);
    return () => {
      for (const type of dragTypes) window.removeEventListener(type, drop);
    };
  }, []);
  return isOver;
}

async function look(file: File): Promise<ReturnType<typeof previewFile>> {
  if (file.size > voucherUpload.bytesMax) {
    return `The file is larger than ${voucherUpload.bytesMax / 1024 / 1024} MB. Split it, or ask a colleague with the command line to load it.`;
  }
  try {
    const head = await file.slice(0, headBytes).arrayBuffer();
    return previewFile(new Uint8Array(head), file.size <= headBytes);
  } catch {
    return unreadableFile;
  }
}
