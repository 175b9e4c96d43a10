import { useEffect, useRef, useState } from 'react';
import { useApp } from '../../app/use-app.ts';
import { onceUncovered } from '../../ui/open-dialogs.ts';
import './hero-art.css';

/** `waiting`: until the image has loaded and no dialog is in front of it. */
type Phase = 'waiting' | 'opening' | 'fading' | 'open';

/** The drawing, and above it the image, which takes its place when it is there. */
export function HeroArt() {
  const { campaign, hero } = useApp();
  const image = hero.isImageWanted() ? campaign.heroImage : undefined;
  const picture = useRef<HTMLImageElement>(null);
  const [isLoaded, setIsLoaded] = useState(false);
  const [phase, setPhase] = useState<Phase>('waiting');
  useEffect(() => {
    if (!isLoaded) return undefined;
    const open = () => setPhase(hero.claimOpeningAnimation() ? 'opening' : 'fading');
    // A frame without it would be empty: the drawing is gone by then.
    return onceUncovered(() => void picture.current?.decode().then(open, () => undefined));
  }, [isLoaded, hero]);
  return (
    <div className={`hero-art hero-${phase}`} onAnimationEnd={() => setPhase('open')}>
      <div className="hero-drawing" />
      {image && (
        <picture className="hero-image">
          {/* Nothing is requested by an engine without AVIF, or where it is hidden. */}
          <source type="image/avif" srcSet={image.address} />
          <img
            ref={picture}
            alt=""
            width={image.width}
            height={image.height}
            decoding="sync"
            loading="lazy"
            fetchPriority="low"
            onLoad={() => setIsLoaded(true)}
          />
        </picture>
      )}
      <div className="hero-tape" />
    </div>
  );
}
