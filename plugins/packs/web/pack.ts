// The code of the pack on HOME. Loaded only where each pack has a code.
import {
  isPackCode,
  packCodeIn,
  packCodeLength,
  plainPackCode,
  shownPackCode,
  type PackCodes,
} from '../pack-code.ts';
import { CallRefused } from '@inaam/web/api/failures.ts';
import type { Purchase, PurchaseOptions } from '@inaam/web/app/app-context.ts';
import { serverMessage, type Message } from '@inaam/web/locale/message.ts';
import type { Edit, EditedText } from '@inaam/web/ui/use-edited-text.ts';

/** Longer than any code, so that one that is too long is seen to be wrong. */
const shownMax = 40;

/** The code as the field shows it. That of somebody else has no groups. */
export const shownPack = (text: string, codes: PackCodes): string =>
  shownOf(packCodeIn(text, codes), codes);

function shownOf(letters: string, codes: PackCodes): string {
  const shown = letters.slice(0, shownMax);
  return codes === 'made' ? shownPackCode(shown) : shown;
}

/**
 * A whole code replaces the field's content. Otherwise the caret stays behind the same character,
 * although hyphens come and go, and who deletes a hyphen deletes the character beyond it.
 */
export function editPack(edit: Edit, codes: PackCodes): EditedText {
  const { before, typed, inserted, behind, inputType = '' } = edit;
  for (const text of behind === '' && codes === 'made' ? [inserted, typed] : [inserted]) {
    const code = packCodeIn(text, codes);
    // A word without a digit may be what a keyboard proposed.
    if (isPackCode(code, codes) && (codes === 'made' || /\d/.test(code))) {
      const shown = shownOf(code, codes);
      return { text: shown, caret: shown.length };
    }
  }
  let front = plainPackCode(typed.slice(0, typed.length - behind.length), codes);
  let rest = plainPackCode(behind, codes);
  const isHyphen = typed.length < before.length && front + rest === plainPackCode(before, codes);
  if (isHyphen && inputType.endsWith('Forward')) rest = rest.slice(1);
  if (isHyphen && inputType.endsWith('Backward')) front = front.slice(0, -1);
  const hyphens = codes === 'made' ? Math.floor(Math.max(front.length - 1, 0) / 4) : 0;
  return { text: shownOf(front + rest, codes), caret: front.length + hyphens };
}

/** What is wrong with a code, once all of it is there. */
export function packError(code: string, codes: PackCodes): Message | undefined {
  return isPackCode(packCodeIn(code, codes), codes) ? undefined : 'messages.invalidFormat';
}

/** Whether it is as long as a code, so that the field can say at once that it is wrong. */
export const isPackTyped = (code: string, codes: PackCodes): boolean =>
  codes === 'made' && packCodeIn(code, codes).length >= packCodeLength;

export const isOfPack = ({ messageId = '' }: { messageId: string | undefined }): boolean =>
  /^(?:invalidCode|invalidFormat|alreadyRegistered)$/.test(messageId);

export function refusedPack(error: unknown): { purchase: Message[] } | undefined {
  return error instanceof CallRefused && isOfPack(error)
    ? { purchase: [serverMessage(error)] }
    : undefined;
}

const linkKey = 'inaam-pack-link';

type PackOptions = Omit<PurchaseOptions, 'campaign'> & { codes: PackCodes };

export function createPack({ codes, id = '', drafts, tab }: PackOptions) {
  const linked = shownPack(id, codes);
  // Another pack was scanned in this tab: its code replaces what was typed before.
  if (tab.getItem(linkKey) !== id && drafts.has('registration')) {
    drafts.keep('registration', { purchase: linked });
  }
  tab.setItem(linkKey, id);
  return {
    codes,
    linked,
    isAnother: (registered) =>
      packError(linked, codes) === undefined && linked !== shownPack(registered ?? '', codes),
    validate: (pack, isKnown) => {
      if (pack === '') return isKnown ? {} : { purchase: ['messages.packMissing'] };
      const error = packError(pack, codes);
      return error === undefined ? {} : { purchase: [error] };
    },
    refused: refusedPack,
    arrivalOf: ({ pack }) => pack ?? {},
    another: 'packs.another',
    unused: ({ isPackUnused }) => (isPackUnused ? 'packs.waiting' : undefined),
  } satisfies Omit<Purchase, 'Field'> & { codes: PackCodes };
}
