// The receipts of paths that send them by HTTP. `serve` reads nothing else of the file.
import { presets } from '../presets/presets.ts';
import { receiptHook, type ReceiptHook } from '../receipts/receipt-hook.ts';
import { loadPathFile, secretPrefix, secretsOf } from './load-path-file.ts';
import type { PathEntry } from './path-schema.ts';
import { fillFixed, placeholdersOf } from './placeholders.ts';

export function readReceiptHooks(
  file: string,
  variables: Readonly<Record<string, string | undefined>>,
): { hooks: readonly ReceiptHook[]; problems: readonly string[] } {
  const loaded = loadPathFile(file);
  if ('problems' in loaded) return { hooks: [], problems: loaded.problems };
  const secrets = secretsOf(variables);
  const problems = loaded.entries.flatMap((entry) =>
    problemsOf(entry, secrets).map(
      (problem) => `SMS_PATHS_FILE: path ${entry.name}: its receipts ${problem}`,
    ),
  );
  const hooks = loaded.entries.flatMap((entry) => hookOf(entry, secrets) ?? []);
  return { hooks: problems.length === 0 ? hooks : [], problems };
}

const fieldsOf = ({ preset, receipts }: PathEntry) =>
  receipts?.fields ?? (preset === undefined ? undefined : presets[preset].receipts);

function hookOf(
  entry: PathEntry,
  secrets: Readonly<Record<string, string>>,
): ReceiptHook | undefined {
  const fields = fieldsOf(entry);
  if (!entry.receipts || !fields) return undefined;
  const { addresses, secret, signature } = entry.receipts;
  const filled = (text: string) => fillFixed(text, { values: {}, templates: {}, secrets });
  return receiptHook(
    entry.name,
    {
      addresses,
      ...(secret && { secret: { ...secret, value: filled(secret.value) } }),
      ...(signature && { signature: { ...signature, key: filled(signature.key) } }),
    },
    fields,
  );
}

function problemsOf(entry: PathEntry, secrets: Readonly<Record<string, string>>): string[] {
  const { receipts, smpp } = entry;
  if (!receipts) return [];
  if (smpp) return ['come over the link by themselves. Remove them from the file.'];
  const { addresses, secret, signature } = receipts;
  const texts = [secret?.value, signature?.key].filter((text) => text !== undefined);
  return [
    ...(fieldsOf(entry) ? [] : ['have no fields. Write where reference and status stand.']),
    ...(addresses.length === 0 && texts.length === 0
      ? ['would be believed from anybody. Write a secret, a signature or addresses.']
      : []),
    ...texts.flatMap((text) => {
      const name = /^\{secret\.(\w+)\}$/.exec(text)?.[1];
      if (name === undefined || placeholdersOf(text).length !== 1) {
        return ['must name their secret as {secret.NAME}: secrets are not written into files.'];
      }
      return Object.hasOwn(secrets, name)
        ? []
        : [`need the variable ${secretPrefix}${name}, which is missing from the environment.`];
    }),
  ];
}
