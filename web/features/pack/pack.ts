// The code of the pack on HOME. Loaded only where each pack has a code.
import {
  isPackCode,
  packCodeLength,
  plainPackCode,
  shownPackCode,
  type PackCodes,
} from '@inaam/contract/pack-code.ts';
import { packTypedMax } from '@inaam/contract/limits.ts';
import { CallRefused } from '../../api/failures.ts';
import { serverMessage, type Message } from '../../locale/message.ts';
import type { Drafts } from '../../session/storage/drafts.ts';
import type { SafeStorage } from '../../session/storage/safe-storage.ts';
import type { Edit, EditedText } from '../../ui/use-edited-text.ts';

/** The code as the field shows it. That of somebody else has no groups. */
export function shownPack(typed: string, codes: PackCodes): string {
  const plain = plainPackCode(typed.slice(0, packTypedMax), codes);
  return codes === 'made' ? shownPackCode(plain) : plain;
}

/** Keeps the caret behind the same character, although hyphens come and go. */
export function editPack({ typed, behind }: Edit, codes: PackCodes): EditedText {
  const front = plainPackCode(typed.slice(0, typed.length - behind.length), codes);
  const hyphens = codes === 'made' ? Math.floor(Math.max(front.length - 1, 0) / 4) : 0;
  return { text: shownPack(typed, codes), caret: front.length + hyphens };
}

/** What is wrong with a code, once all of it is there. */
export function packError(code: string, codes: PackCodes): Message | undefined {
  return isPackCode(plainPackCode(code, codes), codes) ? undefined : 'messages.invalidFormat';
}

/** Whether it is as long as a code, so that the field can say at once that it is wrong. */
export const isPackTyped = (code: string, codes: PackCodes): boolean =>
  codes === 'made' && plainPackCode(code, codes).length >= packCodeLength;

export function refusedPack(error: unknown): { pack: Message[] } | undefined {
  if (!(error instanceof CallRefused)) return undefined;
  const isOfPack = /^(?:invalidCode|invalidFormat|alreadyRegistered)$/.test(error.messageId ?? '');
  return isOfPack ? { pack: [serverMessage(error)] } : undefined;
}

export type PackOptions = {
  codes: PackCodes;
  /** Of the link: a code, unless the link is of something else. */
  id: string | undefined;
  drafts: Drafts;
  tab: SafeStorage;
};

const linkKey = 'inaam-pack-link';

export function createPack({ codes, id = '', drafts, tab }: PackOptions) {
  const linked = shownPack(id, codes);
  // Another pack was scanned in this tab: its code replaces what was typed before.
  if (tab.getItem(linkKey) !== id && drafts.has('registration')) {
    drafts.keep('registration', { pack: linked });
  }
  tab.setItem(linkKey, id);
  return {
    codes,
    linked,
    /** @param isKnown the device has registered this number: the server knows if it needs a code */
    validate: (pack: string, isKnown: boolean): { pack?: Message[] } => {
      if (pack === '') return isKnown ? {} : { pack: ['messages.packMissing'] };
      const error = packError(pack, codes);
      return error === undefined ? {} : { pack: [error] };
    },
    refused: refusedPack,
  };
}
