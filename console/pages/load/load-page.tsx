import { Anchor, FileInput, Stack, Text, Progress } from '@mantine/core';
import type {
  VoucherReading,
  VoucherUploadAnswer,
} from '@inaam/contract/console/voucher-upload.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { failureOf } from '../../app/calls/send-call.ts';
import { useConsole } from '../../app/console-context.ts';
import { FailureNotice } from '../../app/failure-notice.tsx';
import { PageTitle } from '../../app/layout/page-title.tsx';
import { useAnnounce } from '../../ui/announcer.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ColumnsForm } from './columns-form.tsx';
import { type previewFile, firstChoice, hasSameColumns, type Choice } from './file-preview.ts';
import { ResultPanel } from './result-panel.tsx';
import { saidOf } from './result-words.ts';
import { useFileChoice } from './use-file-choice.ts';
import { useUpload } from './use-upload.ts';
import type { UploadProgress } from '../../app/calls/send-voucher-file.ts';

type Load = { readonly sha256: string; readonly reason: string };
type Looked = Exclude<ReturnType<typeof previewFile>, string>;
/** The columns as of the last check. */
type Last = { readonly looked: Looked; readonly choice: Choice; readonly reading: VoucherReading };
type Checked = { readonly reading: VoucherReading; readonly answer: VoucherUploadAnswer };

/** A file is checked, then sent again to be loaded: the server keeps nothing in between. */
export function LoadPage() {
  const { rememberReason } = useConsole();
  const queries = useQueryClient();
  const announce = useAnnounce();
  const [checked, setChecked] = useState<Checked>();
  const [last, setLast] = useState<Last>();
  const upload = useUpload((answer) => {
    announce(saidOf(answer));
    if (answer.result === 'loaded') void queries.invalidateQueries({ queryKey: ['deliveries'] });
  });
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
      <Heading />
      <FilePanel
        file={file}
        fault={typeof looked === 'string' ? looked : undefined}
        isBusy={upload.isPending}
        choose={(one) => void choose(one ? [one] : [])}
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
      {upload.error ? <FailureNotice failure={failureOf(upload.error)} /> : null}
      {file && checked && !upload.error ? (
        <ResultPanel
          answer={checked.answer}
          fileName={file.name}
          isLoading={upload.isPending}
          load={(sha256, reason) => send(file, checked.reading, { sha256, reason })}
        />
      ) : null}
    </Stack>
  );
}

function Heading() {
  return (
    <div>
      <PageTitle>Load voucher codes</PageTitle>
      <Anchor component={Link} href="/deliveries" size="sm">
        Back to stock and delivery
      </Anchor>
    </div>
  );
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
    <Panel title="The file">
      <Text size="sm">
        A CSV file of the issuer, with the names of the columns in its first line. All of it is
        loaded or nothing, and the same file is never loaded twice. If this page is closed or the
        connection breaks, nothing is half-loaded.
      </Text>
      <FileInput
        label="File"
        placeholder="Choose a file"
        accept=".csv,.txt,text/csv,text/plain"
        onChange={choose}
        disabled={isBusy}
        error={fault}
        maw={480}
        value={file ?? null}
        // Allows the same file to be chosen again after a correction.
        fileInputProps={{ onClick: ({ currentTarget }) => (currentTarget.value = '') }}
        clearable
        clearButtonProps={{ 'aria-label': 'Choose no file' }}
      />
    </Panel>
  );
}

const words = {
  sending: 'The file is being sent and checked',
  comparing: 'The codes are being compared with the stock',
  storing: 'The codes are being stored',
} as const;

/** Indeterminate until the first byte is sent. */
function UploadProgressBar({ progress }: { progress: UploadProgress | undefined }) {
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
