import { fill } from '@inaam/campaigns/public/fill.ts';
import type { PublicWords } from '@inaam/campaigns/public/public-campaign.ts';
import { useLayoutEffect, useMemo, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { MutedIcon, SoundIcon } from '../../ui/icons.tsx';
import { useApp } from '../../app/use-app.ts';
import { celebrationOf } from '../../wheel/sound/celebration.ts';
import { Wheel } from '../../wheel/wheel.tsx';
import { spelledAmounts, wheelSegments } from '../../app/reward/wheel-segments.ts';
import { useSound } from './use-sound.ts';
import { useSpin, type SpinState } from './use-spin.ts';
import '../../ui/full-bleed.css';
import './spin.css';

export function Spin() {
  const { campaign } = useApp();
  const { wheel } = campaign.words;
  const face = useRef<HTMLDivElement>(null);
  const { spin, press, rest } = useSpin(face);
  const { sound, isMuted, toggle } = useSound();
  const play = usePlayFocus(spin.stage);
  const segments = useMemo(() => wheelSegments(campaign), [campaign]);
  const { colours, kit } = campaign.theme;
  const amounts = campaign.outcomes.map(({ amount }) => amount);
  const status = statusOf(spin, campaign.words);
  const start = () => {
    sound.unlock();
    press();
  };
  const isSpinning = spin.stage === 'spinning' || spin.stage === 'revealed';
  return (
    <section className="spin full-bleed">
      <h1>{wheel.title}</h1>
      <div className="spin-hint">
        <p hidden={status !== undefined}>{wheel.hint}</p>
        <output>
          {/* Another element for each sentence: one that changes its typeface moves. */}
          <span key={spin.stage} className={spin.stage === 'revealed' ? 'spin-outcome' : ''}>
            {status}
          </span>
        </output>
      </div>
      <div className="spin-wheel">
        <Wheel
          segments={segments}
          trim={colours.trim}
          kit={kit.wheel}
          spinTo={isSpinning ? String(spin.amount) : undefined}
          isWindingUp={spin.stage === 'requesting' || spin.stage === 'busy'}
          onRest={rest}
          onThrow={start}
          winner={spin.stage === 'revealed' ? String(spin.amount) : undefined}
          winnerFace={face}
          celebration={isSpinning ? celebrationOf(spin.amount, amounts) : undefined}
          label={fill(wheel.description, { amounts: spelledAmounts(campaign) })}
          sound={sound}
        />
        <IconButton label={wheel.mute} isPressed={isMuted} onClick={toggle}>
          {isMuted ? <MutedIcon /> : <SoundIcon />}
        </IconButton>
      </div>
      <Button ref={play} className="spin-play" disabled={!canPress(spin.stage)} onClick={start}>
        {wheel.play}
      </Button>
    </section>
  );
}

const canPress = (stage: string) => stage === 'idle' || stage === 'failed';

/** Shown instead of the hint, and announced. */
function statusOf(spin: SpinState, { loader, wheel }: PublicWords): string | undefined {
  if (spin.stage === 'busy') return loader.busy;
  if (spin.stage === 'failed') return wheel.failed;
  if (spin.stage === 'spinning') return wheel.spinning;
  return spin.stage === 'revealed' ? fill(wheel.outcome, { amount: spin.amount }) : undefined;
}

/** Disabling a button removes its focus: PLAY gets it back after an error. */
function usePlayFocus(stage: string) {
  const play = useRef<HTMLButtonElement>(null);
  const wasPressed = useRef(false);
  useLayoutEffect(() => {
    const isBack = canPress(stage) && wasPressed.current;
    wasPressed.current = !canPress(stage);
    if (isBack && document.activeElement === document.body) {
      play.current?.focus({ preventScroll: true });
    }
  }, [stage]);
  return play;
}
