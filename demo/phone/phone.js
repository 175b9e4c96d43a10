// The demonstration's phone in the browser: polls each second for messages to the number in the
// address's hash, and copies a tapped code. Works on plain http, without the clipboard API. Stores
// nothing.

const byId = (id) => document.getElementById(id);
const form = byId('choose');
const input = byId('number');
const fault = byId('fault');
const state = byId('state');
const list = byId('messages');
const copied = byId('copied');

const everyMs = 1000;
const copiedMs = 2500;
/** One-time codes of six digits, and voucher codes: hyphenated groups with a digit. */
const codes = /\b(?:\d{6}|(?=[A-Z0-9-]*\d)[A-Z0-9]+(?:-[A-Z0-9]+)+)\b/;
const clock = new Intl.DateTimeFormat('en-IN', { hour: 'numeric', minute: '2-digit' });
const calendar = new Intl.DateTimeFormat('en-IN', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
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
  if (number !== '') {
    input.value = number;
    fault.textContent = '';
    input.removeAttribute('aria-invalid');
  }
  list.replaceChildren();
  shown = '';
  void refresh();
}

async function refresh() {
  const number = chosen();
  if (number === '' || document.hidden) return;
  try {
    const response = await fetch('/demo/messages', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ to: number }),
    });
    if (!response.ok) throw new Error(`answer ${response.status}`);
    const messages = await response.json();
    if (number === chosen()) show(messages);
  } catch {
    state.textContent = 'The server does not answer. Trying again …';
  }
}

/** Draws the thread, newest last, and only what has changed, so that no tap is lost. */
function show(messages) {
  const seen = JSON.stringify(messages);
  if (messages.length === 0) state.textContent = state.dataset.empty;
  else state.textContent = '';
  if (seen === shown) return;
  shown = seen;
  let day = '';
  const items = messages.toReversed().map((message) => {
    const before = day;
    day = calendar.format(new Date(message.at));
    return bubble(message, day === before ? undefined : day);
  });
  list.replaceChildren(...items);
  list.lastElementChild?.scrollIntoView({ block: 'end' });
}

/** A message, below its day if it is the day's first. */
function bubble({ text, at }, day) {
  const item = document.createElement('li');
  if (day !== undefined) item.append(made('p', 'day', day));
  const body = made('p', 'bubble');
  const below = made('div', 'below');
  const [code] = codes.exec(text) ?? [];
  if (code === undefined) body.textContent = text;
  else {
    const start = text.indexOf(code);
    body.append(text.slice(0, start), made('strong', '', code), text.slice(start + code.length));
    below.append(copyButton(code));
  }
  const time = made('time', '', clock.format(new Date(at)));
  time.dateTime = at;
  below.append(time);
  item.append(body, below);
  return item;
}

function made(name, kind, text = '') {
  const element = document.createElement(name);
  element.className = kind;
  element.textContent = text;
  return element;
}

function copyButton(code) {
  const button = made('button', 'code', code);
  button.type = 'button';
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

/** Without the clipboard API, copies the selection. */
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
