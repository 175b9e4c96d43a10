// The check on the page about the draw: fetches the published files and recomputes them, in slices,
// because the Content-Security-Policy lets no script start a worker.
import { formatNumber } from '@inaam/campaigns/public/format.ts';
import { verifyCampaign, type Verdict } from '@inaam/verifier/verify-campaign.ts';

/** Taps are answered between two slices. */
const sliceMs = 40;
/** Some 25 lines. */
const pieceBytes = 8192;
const lineFeed = 10;

const place = document.querySelector<HTMLElement>('#check-here');
const button = place?.querySelector('button');
const bar = place?.querySelector('progress');
const status = place?.querySelector('[role="status"]');
if (place && button && bar && status) start(place.dataset, { button, bar, status });

type Words = Readonly<DOMStringMap>;
type Parts = { button: HTMLButtonElement; bar: HTMLProgressElement; status: Element };

function start(words: Words, parts: Parts): void {
  const { button, bar, status } = parts;
  place?.querySelector('.missing')?.remove();
  button.hidden = false;
  let isRunning = false;
  // It stays focusable while it runs.
  const setRunning = (isNow: boolean) => {
    isRunning = isNow;
    button.setAttribute('aria-disabled', String(isNow));
    bar.hidden = !isNow || words['revealed'] !== 'true';
  };
  button.addEventListener('click', () => {
    if (isRunning) return;
    setRunning(true);
    bar.removeAttribute('value');
    status.textContent = '';
    void check(words, parts)
      .then(
        (verdict) => showVerdict(verdict, words, status),
        () => showParagraphs(status, false, [words['failed']]),
      )
      .then(() => setRunning(false));
  });
}

async function check(words: Words, { bar, status }: Parts): Promise<Verdict> {
  const commitment = await bytesOf('commitment.json');
  const document = { commitment, expect: words['commitment'] };
  if (words['revealed'] !== 'true') return verifyCampaign({ ...document, ledger: nothing() });
  const [secret, head, amendments, response] = await Promise.all([
    bytesOf('secret.txt'),
    bytesOf('head.json'),
    bytesOf('amendments.jsonl'),
    fetched('ledger.jsonl'),
  ]);
  const all = Number(/"entries":(\d+)/.exec(new TextDecoder().decode(head))?.[1] ?? 0);
  let quarter = -1;
  const show = (done: number) => {
    if (all === 0) return;
    bar.max = all;
    bar.value = done;
    // Screen readers say each change of the text.
    if (Math.floor((done * 4) / all) === quarter) return;
    quarter = Math.floor((done * 4) / all);
    status.textContent = filled(words['progress'], { done, all });
  };
  const ledger = inSlices(response, show);
  return verifyCampaign({ ...document, secret, head, amendments, ledger });
}

async function fetched(name: string): Promise<Response> {
  const response = await fetch(`/draw/${name}`, { cache: 'no-cache' });
  if (!response.ok) throw new Error(`Failed to fetch ${name}: ${response.status}.`);
  return response;
}

async function bytesOf(name: string): Promise<Uint8Array> {
  const response = await fetched(name);
  return new Uint8Array(await response.arrayBuffer());
}

async function* nothing(): AsyncGenerator<Uint8Array> {
  // Before the reveal there is no ledger to read.
}

/** @param show called after each slice with the number of lines, before the page is painted */
async function* inSlices(
  response: Response,
  show: (lines: number) => void,
): AsyncGenerator<Uint8Array> {
  let lines = 0;
  const reader = response.body?.getReader();
  let begun = performance.now();
  for (;;) {
    const { value } = (await reader?.read()) ?? {};
    if (!value) return;
    for (let at = 0; at < value.length; at += pieceBytes) {
      const piece = value.subarray(at, at + pieceBytes);
      yield piece;
      lines += piece.reduce((count, byte) => (byte === lineFeed ? count + 1 : count), 0);
      if (performance.now() - begun < sliceMs) continue;
      show(lines);
      await nextTask();
      begun = performance.now();
    }
  }
}

/** Unlike a timer, a message waits for nothing, in a page in the background neither. */
const nextTask = () =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', resolve, { once: true });
    port1.start();
    port2.postMessage(null);
  });

function showVerdict(verdict: Verdict, words: Words, status: Element): void {
  if (verdict.valid) {
    const { entries, draws: cards, granted, bonus } = verdict;
    const counts = { entries, cards, rewards: granted + bonus };
    const sentence = verdict.isWhole ? filled(words['valid'], counts) : words['validSoFar'];
    showParagraphs(status, true, [sentence]);
    return;
  }
  const { file, line, message } = verdict.fault;
  const name = words[`file${file.charAt(0).toUpperCase()}${file.slice(1)}`] ?? file;
  const sentence =
    line === null
      ? (words['wrongFile'] ?? '').replace('{file}', () => name)
      : filled(words['wrongLine'], { line });
  const reason = showParagraphs(status, false, [sentence, words['reason'], message]);
  reason?.setAttribute('lang', 'en');
  reason?.setAttribute('dir', 'ltr');
}

/** @returns the last one */
function showParagraphs(
  status: Element,
  isValid: boolean,
  sentences: readonly (string | undefined)[],
): Element | undefined {
  const paragraphs = sentences.map((sentence = '') => {
    const paragraph = document.createElement('p');
    paragraph.textContent = sentence;
    return paragraph;
  });
  paragraphs[0]?.setAttribute('class', isValid ? 'right' : 'wrong');
  status.textContent = '';
  status.append(...paragraphs);
  return paragraphs[paragraphs.length - 1];
}

const filled = (sentence = '', counts: Readonly<Record<string, number>>) =>
  sentence.replace(/\{(\w+)\}/g, (_, name: string) =>
    formatNumber(counts[name] ?? 0, document.documentElement.lang),
  );
