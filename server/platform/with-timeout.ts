/** The timeout does not cancel `work`. */
export async function withTimeout<Result, Timeout>(
  work: Promise<Result>,
  limitMs: number,
  onTimeout: Timeout,
): Promise<Result | Timeout> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<Timeout>((resolve) => {
    timer = setTimeout(() => resolve(onTimeout), limitMs);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
