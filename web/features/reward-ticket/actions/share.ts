// The shared text names the brand and the amount, and nothing about the person.
import { fill } from '@inaam/campaigns/public/fill.ts';
import type { PublicCampaign } from '@inaam/campaigns/public/public-campaign.ts';
import { attempt } from '../../../optional.ts';

export type ShareContent = { title: string; text: string; url: string };

/** The link says that a friend sends it, and in which language: nothing about the person. */
export function shareContent(
  { name, words, language }: Pick<PublicCampaign, 'name' | 'words' | 'language'>,
  amount: number,
  origin: string,
): ShareContent {
  const url = `${origin}/?from=friend&language=${language}`;
  return { title: name, text: fill(words.reward.shareText, { amount }), url };
}

/**
 * Uses the phone's share sheet, with the picture where it takes files, or else the clipboard.
 * @returns whether the text was copied
 */
export async function shareOrCopy(
  content: ShareContent,
  draw: () => Promise<File>,
): Promise<boolean> {
  if ('share' in navigator) {
    try {
      await navigator.share({ ...content, ...(await drawnFiles(draw)) });
      return false;
    } catch (error) {
      // The shopper closed the sheet, or pressed again while it is open.
      const isSheet = error instanceof DOMException && /^(Abort|InvalidState)/.test(error.name);
      if (isSheet) return false;
    }
  }
  return copyText(`${content.text} ${content.url}`);
}

/** Without a picture the text is shared alone. */
async function drawnFiles(draw: () => Promise<File>): Promise<Pick<ShareData, 'files'>> {
  try {
    const probe = new File([], 'voucher.png', { type: 'image/png' });
    return navigator.canShare({ files: [probe] }) ? { files: [await draw()] } : {};
  } catch {
    return {};
  }
}

async function copyText(text: string): Promise<boolean> {
  try {
    // Needs https.
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}

function copySelected(text: string): boolean {
  const area = document.createElement('textarea');
  area.value = text;
  area.readOnly = true;
  area.className = 'visually-hidden';
  const focused = document.activeElement;
  document.body.append(area);
  area.select();
  const isCopied = attempt(() => document.execCommand('copy'), false);
  area.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  return isCopied;
}

/** Longer than a phone takes to show its share sheet. */
const keptMs = 60_000;

export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), keptMs);
}
