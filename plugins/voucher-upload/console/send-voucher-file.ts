import { voucherUpload, type VoucherUploadAnswer, type VoucherUploadFields } from '../contract.ts';
import { campaignHeader } from '@inaam/contract/console/calls.ts';
import * as z from 'zod/mini';
import { CallFailure, refusalOf } from '@inaam/console/app/calls/send-call.ts';

/** `share`: sent part of the file, 0 to 1. */
export type UploadProgress = { step: 'sending' | 'comparing' | 'storing'; share: number };

type Options = {
  show: (progress: UploadProgress) => void;
  signal: AbortSignal;
  campaign: string;
};

const brokenOff =
  'The connection was lost. Nothing is half-loaded: see “Batches” for what is there, and choose the file again. A file that was loaded is not loaded twice.';

export const unreadableFile =
  'The file cannot be read: since it was chosen it was changed, moved or deleted. Choose it again.';

/**
 * Uses XMLHttpRequest because `fetch` does not report upload progress.
 * @throws CallFailure; the reason of `signal`
 */
export function sendVoucherFile(
  file: Blob,
  fields: VoucherUploadFields,
  { show, signal, campaign }: Options,
): Promise<VoucherUploadAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<VoucherUploadAnswer>();
  const request = new XMLHttpRequest();
  request.open('POST', voucherUpload.address);
  request.setRequestHeader('content-type', voucherUpload.type);
  request.setRequestHeader(campaignHeader, campaign);
  request.setRequestHeader(voucherUpload.header, encodeURIComponent(JSON.stringify(fields)));
  const fail = async () => {
    const isThere = await file
      .slice(0, 1)
      .arrayBuffer()
      .then(Boolean, () => false);
    reject(
      isThere ? new CallFailure('offline', brokenOff) : new CallFailure('invalid', unreadableFile),
    );
  };
  request.upload.addEventListener('progress', ({ loaded, total }) =>
    show({ step: 'sending', share: total === 0 ? 1 : loaded / total }),
  );
  request.addEventListener('progress', () => {
    const step = lastStepOf(request.responseText);
    if (step === 'comparing' || step === 'storing') show({ step, share: 1 });
  });
  request.addEventListener('load', () => {
    try {
      resolve(answerOf(request));
    } catch (error) {
      reject(error);
    }
  });
  request.addEventListener('error', () => void fail());
  signal.addEventListener('abort', () => {
    request.abort();
    reject(signal.reason);
  });
  request.send(file);
  return promise;
}

function lastStepOf(text: string): string | undefined {
  const steps = [...text.matchAll(/^\{"step":"(\w+)"\}$/gm)];
  return steps.at(-1)?.[1];
}

/** @throws CallFailure */
function answerOf({ status, responseText }: XMLHttpRequest): VoucherUploadAnswer {
  const line = responseText.trimEnd().split('\n').at(-1) ?? '';
  const body: unknown = parsed(line);
  if (status !== 200) throw refusalOf(body, status);
  const event = z.safeParse(voucherUpload.event, body);
  if (event.success && 'answer' in event.data) return event.data.answer;
  if (event.success && 'refusal' in event.data) throw refusalOf(event.data.refusal);
  throw new CallFailure('offline', brokenOff);
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
