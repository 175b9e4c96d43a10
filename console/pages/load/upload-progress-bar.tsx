import { Progress, Text } from '@mantine/core';
import type { UploadProgress } from '../../app/calls/send-voucher-file.ts';

const words = {
  sending: 'The file is being sent and checked',
  comparing: 'The codes are being compared with the stock',
  storing: 'The codes are being stored',
} as const;

/** Indeterminate until the first byte is sent. */
export function UploadProgressBar({ progress }: { progress: UploadProgress | undefined }) {
  const { step, share } = progress ?? { step: 'sending', share: 0 };
  // The server finishes reading after all bytes are sent.
  const percent = step === 'sending' && share < 1 ? Math.floor(share * 100) : undefined;
  return (
    <div>
      <Text size="sm">
        {words[step]}
        {percent === undefined ? ' …' : `: ${percent} %`}
      </Text>
      <Progress
        value={percent ?? 100}
        striped={percent === undefined}
        animated={percent === undefined}
        aria-label="Progress of the file"
      />
    </div>
  );
}
