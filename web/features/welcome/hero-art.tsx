import { useEffect, useRef, useState } from 'react';
import { useApp } from '../../app/use-app.ts';
import { onceUncovered } from '../../ui/open-dialogs.ts';
import './hero-art.css';

/** `waiting`: until the image has loaded and no dialog covers it. */
type Phase = 'waiting' | 'opening' | 'fading' | 'open';

/** The drawing, and the image that replaces it once loaded. */
export function HeroArt() {
  const { campaign, hero } = useApp();
  const image = hero.isImageWanted() ? campaign.heroImage : undefined;
  const picture = useRef<HTMLImageElement>(null);
  const [isLoaded, setIsLoaded] = useState(false);
  const [phase, setPhase] = useState<Phase>('waiting');
  useEffect(() => {
    if (!isLoaded) return undefined;
    const open = () => setPhase(hero.claimOpeningAnimation() ? 'opening' : 'fading');
    // The drawing is gone by then, so a frame without the image would be empty.
    return onceUncovered(() => void picture.current?.decode().then(open, () => undefined));
  }, [isLoaded, hero]);
  return (
    <div className={`hero-art hero-${phase}`} onAnimationEnd={() => setPhase('open')}>
      <div className="hero-drawing" />
      {image && (
        <picture className="hero-image">
          {/* Not requested by engines without AVIF, or where it is hidden. */}
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
