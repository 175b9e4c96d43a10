// The demonstration's phone in the browser: asks once a second for the messages of the number in the address's hash,
// and copies a code that is tapped. Works on plain http, where there is no clipboard API. Stores nothing.

const byId = (id) => document.getElementById(id);
const form = byId('choose');
const input = byId('number');
const fault = byId('fault');
const state = byId('state');
const list = byId('messages');
const copied = byId('copied');

const everyMs = 1000;
const copiedMs = 2500;
/** One-time codes of six digits, and vouchers' codes: groups with hyphens that hold a digit. */
const codes = /\b(?:\d{6}|(?=[A-Z0-9-]*\d)[A-Z0-9]+(?:-[A-Z0-9]+)+)\b/;
const clock = new Intl.DateTimeFormat('en-IN', {
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
});

let shown = '';
let copiedTimer;

/** The number in the hash, or ''. */
const chosen = () => /^#([5-9]\d{9})$/.exec(location.hash)?.[1] ?? '';

form.addEventListener('submit', (event) => {
  event.preventDefault();
  const digits = input.value.replace(/\D/g, '').replace(/^(?:91|0)(?=\d{10}$)/, '');
  const isGood = /^[5-9]\d{9}$/.test(digits);
  fault.textContent = isGood ? '' : 'Write 10 digits, the first one 5 to 9.';
  input.setAttribute('aria-invalid', String(!isGood));
  if (isGood) location.hash = digits;
});

addEventListener('hashchange', begin);

function begin() {
  const number = chosen();
  if (number !== '') input.value = number;
  list.replaceChildren();
  shown = '';
  void refresh();
}

async function refresh() {
  const number = chosen();
  if (number === '' || document.hidden) return;
  try {
    const response = await fetch(`/demo/messages?to=${number}`, { cache: 'no-store' });
    if (!response.ok) throw new Error(`answer ${response.status}`);
    const messages = await response.json();
    if (number === chosen()) show(messages);
  } catch {
    state.textContent = 'The server does not answer. Trying again …';
  }
}

/** Draws the thread, newest last, and only where something has changed, so that a tap is never lost. */
function show(messages) {
  const seen = JSON.stringify(messages);
  if (messages.length === 0) state.textContent = state.dataset.empty;
  else state.textContent = '';
  if (seen === shown) return;
  shown = seen;
  list.replaceChildren(...messages.toReversed().map(bubble));
  list.lastElementChild?.scrollIntoView({ block: 'end' });
}

function bubble({ text, at }) {
  const item = document.createElement('li');
  const body = document.createElement('p');
  body.className = 'bubble';
  const [code] = codes.exec(text) ?? [];
  if (code === undefined) body.textContent = text;
  else {
    const start = text.indexOf(code);
    body.append(text.slice(0, start), copyButton(code), text.slice(start + code.length));
  }
  const time = document.createElement('time');
  time.dateTime = at;
  time.textContent = clock.format(new Date(at));
  item.append(body, time);
  return item;
}

function copyButton(code) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'code';
  button.textContent = code;
  button.setAttribute('aria-label', `Copy ${code}`);
  button.addEventListener('click', () => void copy(code, button));
  return button;
}

async function copy(code, button) {
  const done = await navigator.clipboard?.writeText(code).then(
    () => true,
    () => false,
  );
  copied.textContent =
    done || copySelected(button) ? `${code} copied` : `${code} is marked: copy it by hand`;
  clearTimeout(copiedTimer);
  copiedTimer = setTimeout(() => {
    copied.textContent = '';
  }, copiedMs);
}

/** Without the clipboard API: through the selection. */
function copySelected(element) {
  const range = document.createRange();
  range.selectNodeContents(element);
  const selection = getSelection();
  selection.removeAllRanges();
  selection.addRange(range);
  return document.execCommand('copy');
}

setInterval(() => void refresh(), everyMs);
document.addEventListener('visibilitychange', () => void refresh());
begin();
