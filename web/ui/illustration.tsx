import type { ImageName, PublicCampaign } from '@inaam/campaigns/public/public-campaign.ts';
import './illustration.css';

type IllustrationProps = {
  name: ImageName;
  campaign: Pick<PublicCampaign, 'art' | 'images'>;
};

/** Without its image the hero stands in. */
export function Illustration({ name, campaign: { art, images } }: IllustrationProps) {
  const image = images[name] ?? images.hero;
  return (
    <picture className="illustration">
      {image !== undefined && <source type="image/avif" srcSet={image} />}
      <img src={art.hero} alt="" />
    </picture>
  );
}

export function Emblem() {
  return <span className="emblem" aria-hidden="true" />;
}
