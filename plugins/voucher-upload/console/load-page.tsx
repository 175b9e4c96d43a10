import { Anchor, Code, FileInput, Stack, Text, Progress } from '@mantine/core';
import type { VoucherReading, VoucherUploadAnswer } from '../contract.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { useConsole } from '@inaam/console/app/console-context.ts';
import { FailureNotice } from '@inaam/console/app/failure-notice.tsx';
import { PageTitle } from '@inaam/console/app/layout/page-title.tsx';
import { useAnnounce } from '@inaam/console/ui/announcer.tsx';
import { Panel } from '@inaam/console/ui/panel.tsx';
import { ColumnsForm } from './columns-form.tsx';
import { type previewFile, firstChoice, hasSameColumns, type Choice } from './file-preview.ts';
import { ResultPanel, saidOf } from './result-panel.tsx';
import { useFileChoice, useUpload } from './use-voucher-file.ts';
import type { UploadProgress } from './send-voucher-file.ts';

type Load = { readonly sha256: string; readonly reason: string };
type Looked = Exclude<ReturnType<typeof previewFile>, string>;
/** The columns as of the last check. */
type Last = { readonly looked: Looked; readonly choice: Choice; readonly reading: VoucherReading };
type Checked = { readonly reading: VoucherReading; readonly answer: VoucherUploadAnswer };

/** A file is checked, then sent again to be loaded: the server keeps nothing in between. */
export function LoadPage() {
  const { rememberReason } = useConsole();
  const [checked, setChecked] = useState<Checked>();
  const [last, setLast] = useState<Last>();
  const upload = useUpload(useFinish());
  const send = (file: File, reading: VoucherReading, load: Load | null) => {
    if (upload.isPending) return;
    upload.mutate(
      { file, fields: { reading, load } },
      {
        onSuccess: (answer) => {
          setChecked({ reading, answer });
          if (load) rememberReason(load.reason);
        },
      },
    );
  };
  const { file, looked, choose } = useFileChoice({
    isBusy: upload.isPending,
    forget: () => {
      upload.reset();
      setChecked(undefined);
    },
    see: (mended, columns) => {
      if (last && typeof columns !== 'string' && hasSameColumns(columns, last.looked)) {
        send(mended, last.reading, null);
      }
    },
  });
  return (
    <Stack gap="md">
      <div>
        <Anchor component={Link} href="/deliveries" size="sm">
          ← Stock and delivery
        </Anchor>
        <PageTitle>Load voucher codes</PageTitle>
      </div>
      <FilePanel
        file={file}
        fault={typeof looked === 'string' ? looked : undefined}
        isBusy={upload.isPending}
        choose={(one) => void choose(one)}
      />
      {file && typeof looked === 'object' ? (
        <FileColumns
          file={file}
          looked={looked}
          last={last}
          isChecking={upload.isPending}
          change={() => setChecked(undefined)}
          check={(next) => {
            setLast(next);
            send(file, next.reading, null);
          }}
        />
      ) : null}
      {upload.isPending ? <UploadProgressBar progress={upload.progress} /> : null}
      <FailureNotice error={upload.error} />
      {file && checked && !upload.error ? (
        <ResultPanel
          answer={checked.answer}
          fileName={file.name}
          isLoading={upload.isPending}
          load={(sha256, reason) => send(file, checked.reading, { sha256, reason })}
          startAgain={() => void choose(null)}
        />
      ) : null}
    </Stack>
  );
}

function useFinish() {
  const queries = useQueryClient();
  const announce = useAnnounce();
  return (answer: VoucherUploadAnswer) => {
    announce(saidOf(answer));
    if (answer.result === 'loaded') void queries.invalidateQueries({ queryKey: ['deliveries'] });
  };
}

type ColumnsProps = {
  readonly file: File;
  readonly looked: Looked;
  readonly last: Last | undefined;
  readonly isChecking: boolean;
  readonly change: () => void;
  readonly check: (next: Last) => void;
};

function FileColumns({ file, looked, last, isChecking, change, check }: ColumnsProps) {
  return (
    <ColumnsForm
      key={`${file.name} ${file.lastModified} ${file.size}`}
      looked={looked}
      first={last && hasSameColumns(looked, last.looked) ? last.choice : firstChoice(looked)}
      isChecking={isChecking}
      change={change}
      check={(reading, choice) => check({ looked, choice, reading })}
    />
  );
}

type FileProps = {
  readonly file: File | undefined;
  readonly fault: string | undefined;
  readonly isBusy: boolean;
  readonly choose: (file: File | null) => void;
};

function FilePanel({ file, fault, isBusy, choose }: FileProps) {
  return (
    <Panel title="Voucher file">
      <Text size="sm" c="dimmed">
        The issuer’s CSV file, with column names in its first line, such as{' '}
        <Code>code,amount,expiry</Code>. All of it is loaded or nothing, and no code is loaded
        twice.
      </Text>
      <FileInput
        label="File"
        placeholder="Choose a CSV file"
        accept=".csv,.txt,text/csv,text/plain"
        onChange={choose}
        disabled={isBusy}
        error={fault}
        value={file ?? null}
        maw={480}
        // Allows the same file to be chosen again after a correction.
        fileInputProps={{ onClick: ({ currentTarget }) => (currentTarget.value = '') }}
        clearable
        clearButtonProps={{ 'aria-label': 'Choose no file' }}
      />
    </Panel>
  );
}

const words = {
  sending: 'Sending and checking the file',
  comparing: 'Comparing the codes with the stock',
  storing: 'Storing the codes',
} as const;

/** Indeterminate until the first byte is sent. */
function UploadProgressBar({ progress }: { progress: UploadProgress | undefined }) {
  const { step, share } = progress ?? { step: 'sending', share: 0 };
  // The server finishes reading after all bytes are sent.
  const percent = step === 'sending' && share < 1 ? Math.floor(share * 100) : undefined;
  return (
    <div>
      <Text size="sm" mb={4}>
        {words[step]}
        {percent === undefined ? '…' : `: ${percent}%`}
      </Text>
      <Progress
        value={percent ?? 100}
        striped={percent === undefined}
        animated={percent === undefined}
        aria-label={words[step]}
      />
    </div>
  );
}
