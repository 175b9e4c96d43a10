// WebOTP: Chrome on Android, https only.
import { filterOtpInput } from '@inaam/contract/fields.ts';
import { useEffect, useEffectEvent } from 'react';
import * as z from 'zod/mini';

const smsCodeSchema = z.object({ code: z.string() });

/** Asks the phone for one code. Needs a new `key` for each code that is sent. */
export function WebOtp({ onCode }: { onCode: (code: string) => void }) {
  const fillIn = useEffectEvent((credential: unknown) => {
    const sms = z.safeParse(smsCodeSchema, credential);
    if (sms.success) onCode(filterOtpInput(sms.data.code));
  });
  useEffect(() => {
    if (!('OTPCredential' in window)) return undefined;
    const abort = new AbortController();
    // TypeScript's DOM types lack WebOTP.
    const request: CredentialRequestOptions & { otp: { transport: string[] } } = {
      otp: { transport: ['sms'] },
      signal: abort.signal,
    };
    navigator.credentials.get(request).then(
      (credential: unknown) => fillIn(credential),
      () => undefined,
    );
    return () => abort.abort();
  }, []);
  return null;
}
