import { useEffect, useRef, useState } from 'react';
import { useApp } from '../../app/use-app.ts';
import { onceUncovered } from '../../ui/open-dialogs.ts';
import './hero-art.css';

/** `waiting`: until the image has loaded and no dialog is in front of it. */
type Phase = 'waiting' | 'opening' | 'fading' | 'open';

type HeroArtProps = {
  /** `lazy`: where it may be hidden, and then the image is not fetched. */
  loading: 'eager' | 'lazy';
};

/** The drawing, and above it the image, which takes its place when it is there. */
export function HeroArt({ loading }: HeroArtProps) {
  const { campaign, hero } = useApp();
  const image = hero.isImageWanted() ? campaign.heroImage : undefined;
  const picture = useRef<HTMLImageElement>(null);
  const [isLoaded, setIsLoaded] = useState(false);
  const [phase, setPhase] = useState<Phase>('waiting');
  useEffect(() => {
    if (!isLoaded) return undefined;
    const open = () => setPhase(hero.takeOpening() ? 'opening' : 'fading');
    // A frame without it would be empty: the drawing is gone by then.
    return onceUncovered(() => void picture.current?.decode().then(open, () => undefined));
  }, [isLoaded, hero]);
  return (
    <div className={`hero-art hero-${phase}`} onAnimationEnd={() => setPhase('open')}>
      <div className="hero-drawing" />
      {image && (
        <picture className="hero-image">
          {/* An engine without AVIF requests nothing. */}
          <source type="image/avif" srcSet={image.address} />
          <img
            ref={picture}
            alt=""
            width={image.width}
            height={image.height}
            decoding="sync"
            loading={loading}
            fetchPriority="low"
            onLoad={() => setIsLoaded(true)}
          />
        </picture>
      )}
      <div className="hero-tape" />
    </div>
  );
}
