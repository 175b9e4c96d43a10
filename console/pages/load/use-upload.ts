import {
  voucherUpload,
  type VoucherUploadAnswer,
  type VoucherUploadFields,
} from '@inaam/contract/console/voucher-upload.ts';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { failureOf } from '../../app/calls/send-call.ts';
import { useConsole } from '../../app/console-context.ts';
import { sendVoucherFile, type UploadProgress } from '../../app/calls/send-voucher-file.ts';

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
