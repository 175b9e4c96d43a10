// WebOTP: Chrome on Android, https only. The page goes on without it.
import { useEffect, useEffectEvent } from 'react';
import * as z from 'zod/mini';
import { readCodeInput } from '../../forms/fields/read-code-input.ts';

const smsCodeSchema = z.object({ code: z.string() });

/** Asks the phone for one code. Needs a new `key` for each code that is sent. */
export function WebOtp({ onCode }: { onCode: (code: string) => void }) {
  const fillIn = useEffectEvent((credential: unknown) => {
    const sms = z.safeParse(smsCodeSchema, credential);
    if (!sms.success) return;
    const { code } = sms.data;
    const input = readCodeInput({ before: '', typed: code, inserted: code, behind: '' });
    if (input.isComplete) onCode(input.text);
  });
  useEffect(() => {
    if (!('OTPCredential' in window)) return undefined;
    const abort = new AbortController();
    // TypeScript's DOM types lack WebOTP.
    const request: CredentialRequestOptions & { otp: { transport: string[] } } = {
      otp: { transport: ['sms'] },
      signal: abort.signal,
    };
    const ask = async () => fillIn(await navigator.credentials.get(request));
    ask().catch(() => undefined);
    return () => abort.abort();
  }, []);
  return null;
}
