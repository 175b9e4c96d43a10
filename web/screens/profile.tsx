// PROFILE: what is stored of the participant.
import { ProfileCard } from '../features/profile/profile-card.tsx';
import { Frame } from '../frame.tsx';

export function ProfileScreen() {
  return (
    <Frame>
      <ProfileCard />
    </Frame>
  );
}
