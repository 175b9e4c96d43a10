import { fill } from '@inaam/campaigns/public/fill.ts';
import type { RefObject } from 'react';
import { useApp } from '../../../app/use-app.ts';
import { Button } from '../../../ui/button.tsx';
import type { Celebration } from '../../../wheel/sound/haptics.ts';
import { saveFile, shareContent, shareOrCopy } from './share.ts';
import { drawVoucher } from './voucher-picture.ts';

type VoucherActionsProps = {
  amount: number;
  written: string;
  celebration: Celebration;
  face: { colour: string; ink: string };
  /** An element with the page's fonts. */
  ticket: RefObject<HTMLElement | null>;
};

export function VoucherActions({
  amount,
  written,
  celebration,
  face,
  ticket,
}: VoucherActionsProps) {
  const { campaign, notices } = useApp();
  const { reward } = campaign.words;

  const draw = async (isStatus: boolean): Promise<File> => {
    const fonts = fontsOf(ticket.current);
    const lines = [fill(reward.shareText, { amount }), reward.thanks];
    const picture = { campaign, celebration, amount: written, lines, face, fonts };
    const drawn = await drawVoucher(picture, isStatus);
    return new File([drawn], `${campaign.contest}.png`, { type: 'image/png' });
  };
  const save = async () => {
    try {
      const file = await draw(true);
      saveFile(file, file.name);
      notices.toast('reward.saved');
    } catch {
      notices.toast('reward.notSaved');
    }
  };
  const share = async () => {
    const isCopied = await shareOrCopy(shareContent(campaign, amount, location.origin), () =>
      draw(false),
    );
    if (isCopied) notices.toast('reward.copied');
  };

  return (
    <div className="reward-actions">
      <Button variant="secondary" onClick={() => void share()}>
        {reward.share}
      </Button>
      <Button variant="secondary" onClick={() => void save()}>
        {reward.save}
      </Button>
    </div>
  );
}

function fontsOf(ticket: HTMLElement | null): { display: string; text: string } {
  const title = ticket?.querySelector('.ticket-won') ?? document.body;
  return {
    display: getComputedStyle(title).fontFamily,
    text: getComputedStyle(document.body).fontFamily,
  };
}
