import { Anchor, FileInput, Stack, Text } from '@mantine/core';
import {
  voucherUpload,
  type VoucherReading,
  type VoucherUploadAnswer,
} from '@inaam/contract/console/voucher-upload.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { failureOf } from '../../app/calls/call-failure.ts';
import { useConsole } from '../../app/console-context.ts';
import { FailureNotice } from '../../app/failure-notice.tsx';
import { PageTitle } from '../../app/layout/page-title.tsx';
import { useAnnounce } from '../../ui/announcer.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ColumnsForm } from './columns-form.tsx';
import { headBytes, previewFile } from './file-preview.ts';
import { firstChoice, hasSameColumns, type Choice } from './reading-choice.ts';
import { ResultPanel } from './result-panel.tsx';
import { saidOf } from './result-words.ts';
import { UploadProgressBar } from './upload-progress-bar.tsx';
import { useUpload } from './use-upload.ts';

type Chosen = { readonly file: File; readonly looked: ReturnType<typeof previewFile> };
type Load = { readonly sha256: string; readonly why: string };
type Looked = Exclude<Chosen['looked'], string>;
/** As the columns were chosen for the last check. */
type Last = { readonly looked: Looked; readonly choice: Choice; readonly reading: VoucherReading };
type Checked = { readonly reading: VoucherReading; readonly answer: VoucherUploadAnswer };

/** A file is checked, then sent again to be loaded: nothing of it is kept in between. */
export function LoadPage() {
  const { rememberWhy } = useConsole();
  const queries = useQueryClient();
  const announce = useAnnounce();
  const [chosen, setChosen] = useState<Chosen>();
  const [checked, setChecked] = useState<Checked>();
  const [last, setLast] = useState<Last>();
  const upload = useUpload((answer) => {
    announce(saidOf(answer));
    if (answer.result === 'loaded') void queries.invalidateQueries({ queryKey: ['deliveries'] });
  });
  const choose = async (file: File | null) => {
    upload.reset();
    setChecked(undefined);
    if (file === null) return setChosen(undefined);
    const looked = await look(file);
    setChosen({ file, looked });
    // The mended file: its columns were chosen before.
    if (last && typeof looked !== 'string' && hasSameColumns(looked, last.looked)) {
      send(file, last.reading, null);
    }
  };
  const send = (file: File, reading: VoucherReading, load: Load | null) => {
    if (upload.isPending) return;
    upload.mutate(
      { file, fields: { reading, load } },
      {
        onSuccess: (answer) => {
          setChecked({ reading, answer });
          if (load) rememberWhy(load.why);
        },
      },
    );
  };
  const { looked } = chosen ?? {};
  return (
    <Stack gap="md">
      <Heading />
      <FilePanel
        file={chosen?.file}
        fault={typeof looked === 'string' ? looked : undefined}
        isBusy={upload.isPending}
        choose={(file) => void choose(file)}
      />
      {chosen ? (
        <FileColumns
          chosen={chosen}
          last={last}
          isChecking={upload.isPending}
          change={() => setChecked(undefined)}
          check={(next) => {
            setLast(next);
            send(chosen.file, next.reading, null);
          }}
        />
      ) : null}
      {upload.progress || upload.isPending ? (
        <UploadProgressBar progress={upload.progress} />
      ) : null}
      {upload.error ? <FailureNotice failure={failureOf(upload.error)} /> : null}
      {chosen && checked && !upload.error ? (
        <ResultPanel
          answer={checked.answer}
          fileName={chosen.file.name}
          isLoading={upload.isPending}
          load={(sha256, why) => send(chosen.file, checked.reading, { sha256, why })}
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
  readonly chosen: Chosen;
  readonly last: Last | undefined;
  readonly isChecking: boolean;
  readonly change: () => void;
  readonly check: (next: Last) => void;
};

function FileColumns({ chosen: { file, looked }, last, isChecking, change, check }: ColumnsProps) {
  if (typeof looked === 'string') return null;
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
        // So that the same file can be chosen again once it is mended.
        fileInputProps={{ onClick: ({ currentTarget }) => (currentTarget.value = '') }}
        clearable
        clearButtonProps={{ 'aria-label': 'Choose no file' }}
      />
    </Panel>
  );
}

/** A file that cannot be read any more is said to be so when it is sent. */
async function look(file: File): Promise<ReturnType<typeof previewFile>> {
  if (file.size > voucherUpload.bytesMost) {
    return `The file is larger than ${voucherUpload.bytesMost / 1024 / 1024} MB. Split it, or ask a colleague with the command line to load it.`;
  }
  const bytes = await file.slice(0, headBytes).arrayBuffer();
  const text = new TextDecoder().decode(bytes);
  // Of a longer file the last line is cut off.
  return previewFile(file.size > headBytes ? text.slice(0, text.lastIndexOf('\n') + 1) : text);
}
