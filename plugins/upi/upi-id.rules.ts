// UPI ids as people type and paste them.

const form = /^[a-z\d][a-z\d._-]{1,254}@[a-z][a-z\d]{1,62}$/;
const invisible = /[\s\u00ad\u200b-\u200f\u202a-\u202e\u2060\ufeff]/gu;

/** From an id or a link `upi://pay?pa=…`. Undefined: it has not the form of one. */
export function readUpiId(text: string): string | undefined {
  const plain = text.normalize('NFKC').replaceAll(invisible, '');
  const written = /^upi:/i.test(plain) ? payeeOf(plain) : plain;
  const id = written?.replaceAll(invisible, '').toLowerCase();
  return id !== undefined && form.test(id) ? id : undefined;
}

function payeeOf(link: string): string | undefined {
  const [, payee] = /^upi:\/\/pay\/?\?(?:[^#]*&)?pa=([^&#]*)/i.exec(link) ?? [];
  try {
    return payee === undefined ? undefined : decodeURIComponent(payee);
  } catch {
    return undefined;
  }
}

/** `ra•••@okaxis`: for screens, so that its owner knows it. */
export function maskUpiId(id: string): string {
  const [name = '', handle = ''] = id.split('@');
  return `${name.slice(0, 2)}•••@${handle}`;
}

/** `RA•• KU••`: enough to notice that somebody else would be paid. */
export const maskName = (name: string): string =>
  name
    .trim()
    .split(/\s+/u)
    .slice(0, 5)
    .map((word) => `${/^.{0,2}/u.exec(word)?.[0] ?? ''}••`)
    .join(' ');
