import { fill } from '@inaam/campaigns/public/fill.ts';
import type { Kit } from '@inaam/campaigns/public/kit.ts';
import type { PublicWords } from '@inaam/campaigns/public/public-campaign.ts';
import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type RefObject,
} from 'react';
import { throwParticles } from '../../app/reward/particles/particles.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { useApp } from '../../app/use-app.ts';
import { celebrationOf } from '../../wheel/sound/haptics.ts';
import { Opening, type Gesture } from '../../wheel/opening/opening.tsx';
import { Wheel } from '../../wheel/wheel.tsx';
import { wheelSegments } from '../../app/reward/faces.ts';
import { revealMs } from '../../app/reward/reward-entrance.ts';
import '../../ui/full-bleed.css';
import './spin.css';
import { rewardPath } from '../../session/navigation/paths.ts';
import { requestReward } from './request-reward.ts';
import { attempt, prefersReducedMotion } from '../../optional.ts';
import { isSoundOff, storeSoundOff } from '../../session/storage/notice-answer.ts';
import { createWheelSound, openSpeaker, type WheelSound } from '../../wheel/sound/sound.ts';

export function Spin() {
  const { campaign } = useApp();
  const { wheel } = campaign.words;
  const face = useRef<HTMLDivElement>(null);
  const { sound, isMuted, toggle, handOver } = useSound();
  const { spin, press, stop } = useSpin(face, handOver);
  const segments = useMemo(() => wheelSegments(campaign), [campaign]);
  const { theme } = campaign;
  const { colours, kit } = theme;
  const amounts = campaign.outcomes.map(({ amount }) => amount);
  const status = statusOf(spin, campaign.words);
  const start = () => {
    sound.unlock();
    press();
  };
  const isSpinning = spin.stage === 'spinning' || spin.stage === 'revealed';
  const celebration = isSpinning ? celebrationOf(spin.amount, amounts) : undefined;
  const won = spin.stage === 'revealed' ? celebration : undefined;
  // All in the frame in which it stops.
  const rest = () => {
    if (celebration) sound.celebrate(celebration);
    stop();
  };
  useLayoutEffect(() => {
    if (won && !prefersReducedMotion()) throwParticles(face.current, won, theme);
  }, [won, theme]);
  return (
    <section className="spin full-bleed" data-spinning={isSpinning || undefined} data-won={won}>
      <h1>{wheel.title}</h1>
      <div className="spin-hint">
        <p hidden={status !== undefined}>{wheel.hint}</p>
        <output>
          {/* While it turns and rests, the picture speaks; screen readers hear it. */}
          <span className={isSpinning ? 'visually-hidden' : ''}>{status}</span>
        </output>
      </div>
      <div className="spin-wheel">
        <Wheel
          segments={segments}
          trim={colours.trim}
          kit={kit.wheel}
          image={campaign.images.wheel}
          spinTo={isSpinning ? spin.amount : undefined}
          isWindingUp={spin.stage === 'requesting' || spin.stage === 'busy'}
          onRest={rest}
          onSwipe={start}
          winner={spin.stage === 'revealed' ? spin.amount : undefined}
          winnerFace={face}
          celebration={celebration}
          label={wheel.description}
          sound={sound}
        />
        <IconButton label={wheel.mute} isPressed={isMuted} onClick={toggle}>
          <Icon name={isMuted ? 'muted' : 'sound'} surface={loudspeaker} />
        </IconButton>
        <OwnGesture sound={sound} isIdle={canPress(spin.stage)} onOpen={start} />
      </div>
      <Button className="spin-play" isDisabled={!canPress(spin.stage)} onClick={start}>
        {wheel.play}
      </Button>
      <a className="spin-odds" href="/draw/" target="_blank" rel="noopener">
        {wheel.odds}
      </a>
    </section>
  );
}

const gestures: Record<Kit['opening'], () => Promise<Gesture> | undefined> = {
  tap: () => undefined,
  snap: async () => (await import('../../wheel/opening/snap.tsx')).snap,
  stir: async () => (await import('../../wheel/opening/stir.tsx')).stir,
  pop: async () => (await import('../../wheel/opening/pop.tsx')).pop,
};

type OwnGestureProps = { sound: WheelSound; isIdle: boolean; onOpen: () => void };

/** The campaign's, once it is fetched. */
function OwnGesture({ sound, isIdle, onOpen }: OwnGestureProps) {
  const { opening } = useApp().campaign.theme.kit;
  const [gesture, setGesture] = useState<Gesture>();
  useEffect(() => {
    if (!prefersReducedMotion()) gestures[opening]()?.then(setGesture, () => undefined);
  }, [opening]);
  const open = () => {
    onOpen();
    sound.open();
  };
  const props = { isIdle, onOpen: open, onLift: () => sound.unlock() };
  return gesture && <Opening gesture={gesture} {...props} />;
}

const loudspeaker = 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5z';

const canPress = (stage: string) => stage === 'idle' || stage === 'failed';

/** Shown instead of the hint, and announced. */
function statusOf(spin: SpinState, { loader, wheel }: PublicWords): string | undefined {
  if (spin.stage === 'busy') return loader.busy;
  if (spin.stage === 'failed') return wheel.failed;
  if (spin.stage === 'spinning') return wheel.spinning;
  return spin.stage === 'revealed' ? fill(wheel.outcome, { amount: spin.amount }) : undefined;
}

// The states of a spin (Requirements WHL-2, WHL-3, WHL-6, WHL-7).
//   idle ── PLAY ──> requesting ── amount ──> spinning ── rest ──> revealed ── 1.5 s ──> reward
//                               ── error ──> idle, or failed if trying again helps
// `busy` is `requesting` while the server is overloaded.

type SpinState =
  | { stage: 'idle' | 'failed' | 'requesting' | 'busy' }
  | { stage: 'spinning' | 'revealed'; amount: number };

/** @param face the winning one, once the wheel has stopped */
function useSpin(face: RefObject<Element | null>, handOver: () => WheelSound) {
  const app = useApp();
  const { go, rewardEntrance } = app;
  // Changing the language replaces the campaign; its outcomes, and so the timer below, stay.
  const { outcomes } = app.campaign;
  const [spin, setSpin] = useState<SpinState>({ stage: 'idle' });
  // State changes with the next render only, and a second tap may come before.
  const isPressed = useRef(false);

  const play = async () => {
    if (isPressed.current) return;
    isPressed.current = true;
    setSpin({ stage: 'requesting' });
    const amount = await requestReward(app, {
      onBusy: () => setSpin({ stage: 'busy' }),
      onError: (canRetry) => {
        isPressed.current = false;
        setSpin({ stage: canRetry ? 'failed' : 'idle' });
      },
    });
    if (amount !== undefined) setSpin({ stage: 'spinning', amount });
  };

  useEffect(() => {
    if (spin.stage !== 'revealed') return undefined;
    const { amount } = spin;
    const timer = setTimeout(() => {
      const how = { sound: handOver(), isCelebrated: true };
      rewardEntrance.show(() => go(rewardPath(amount, outcomes)), face.current, how);
    }, revealMs.rest);
    return () => clearTimeout(timer);
  }, [spin, go, rewardEntrance, face, outcomes, handOver]);

  const stop = () => {
    if (spin.stage === 'spinning') setSpin({ stage: 'revealed', amount: spin.amount });
  };

  return { spin, press: () => void play(), stop };
}

/** Once the wheel is drawn. */
const prepareAfterMs = 500;

function useSound() {
  const { local, campaign } = useApp();
  const { sounds } = campaign;
  const [isMuted, setIsMuted] = useState(() => isSoundOff(local));
  const [sound] = useState(() =>
    createWheelSound(isMuted, (onChange) => openSpeaker(onChange, sounds)),
  );
  const isHandedOver = useRef(false);
  const handOver = useCallback(() => {
    isHandedOver.current = true;
    return sound;
  }, [sound]);
  useEffect(() => {
    const timer = setTimeout(() => {
      // Browsers log a warning if the page has not been touched.
      if (attempt(() => navigator.userActivation.hasBeenActive, false)) sound.prepare();
    }, prepareAfterMs);
    return () => {
      clearTimeout(timer);
      if (!isHandedOver.current) sound.close();
    };
  }, [sound]);
  const toggle = () => {
    setIsMuted(!isMuted);
    sound.setMuted(!isMuted);
    storeSoundOff(local, !isMuted);
  };
  return { sound, isMuted, toggle, handOver };
}
