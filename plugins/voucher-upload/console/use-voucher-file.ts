import { headBytes } from '@inaam/contract/console/csv-file.ts';
import { voucherUpload, type VoucherUploadAnswer, type VoucherUploadFields } from '../contract.ts';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { failureOf } from '@inaam/console/app/calls/send-call.ts';
import { sendVoucherFile, unreadableFile, type UploadProgress } from './send-voucher-file.ts';
import { useConsole } from '@inaam/console/app/console-context.ts';
import { previewFile } from './file-preview.ts';

type Looked = ReturnType<typeof previewFile>;

type Options = {
  /** Nothing can be chosen while true. */
  readonly isBusy: boolean;
  /** Clears the previous choice. */
  readonly forget: () => void;
  readonly see: (file: File, looked: Looked) => void;
};

/** The file chosen last, and a preview of its first lines. */
export function useFileChoice({ isBusy, forget, see }: Options) {
  const [chosen, setChosen] = useState<{ file: File; looked: Looked }>();
  const choices = useRef(0);
  const choose = async (file: File | null) => {
    if (isBusy) return;
    choices.current += 1;
    const choice = choices.current;
    forget();
    setChosen(undefined);
    if (file === null) return;
    const looked = await look(file);
    if (choice !== choices.current) return;
    setChosen({ file, looked });
    see(file, looked);
  };
  return { ...chosen, choose };
}

async function look(file: File): Promise<Looked> {
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

const minuteMs = 60_000;

/** One upload at a time; leaving the page aborts it. */
export function useUpload(finish: (answer: VoucherUploadAnswer) => void) {
  const { call, session } = useConsole();
  const [progress, setProgress] = useState<UploadProgress>();
  const ending = useRef(new AbortController());
  const upload = useMutation({
    mutationFn: async ({ file, fields }: { file: Blob; fields: VoucherUploadFields }) => {
      ending.current = new AbortController();
      const limit = AbortSignal.timeout(2 * voucherUpload.minutesMax * minuteMs);
      const signal = AbortSignal.any([ending.current.signal, limit]);
      const send = () =>
        sendVoucherFile(file, fields, { show: setProgress, signal, campaign: session.campaign.id });
      // Checks the session first, so that no large file is sent only to be refused.
      await call('readSession', {});
      try {
        return await send();
      } catch (error) {
        if (failureOf(error).code !== 'signedOut') throw error;
        await call('readSession', {});
        return await send();
      }
    },
    onSuccess: finish,
    onSettled: () => setProgress(undefined),
  });
  useEffect(() => () => ending.current.abort(), []);
  useWarningBeforeLeaving(upload.isPending);
  return { ...upload, progress };
}

function useWarningBeforeLeaving(isRunning: boolean): void {
  useEffect(() => {
    if (!isRunning) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isRunning]);
}
