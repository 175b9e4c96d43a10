/** No two secrets may be equal, because the draw secret is published in the end. */
export function equalSecretProblems(
  names: readonly string[],
  variables: Readonly<Record<string, string | undefined>>,
): string[] {
  const owners = new Map<string, string>();
  const keys = names
    .filter((name) => /(?:SEAL_KEYS|_SECRET|_TOKEN|_PART_(?:ONE|TWO))$/.test(name))
    .flatMap((name) =>
      (variables[name] ?? '').split(',').map((part) => ({ name, key: bytesOf(part) })),
    );
  return keys.flatMap(({ name, key }) => {
    const owner = owners.get(key);
    if (key === '' || owner === undefined) {
      owners.set(key, name);
      return [];
    }
    return owner === name
      ? [`${name} holds the same key twice. Each id needs a key of its own.`]
      : [`${name} is the same as ${owner}. Make one for each with: openssl rand -base64 32.`];
  });
}

const bytesOf = (part: string) =>
  Buffer.from(part.trim().replace(/^\d+:/, ''), 'base64').toString('hex');
