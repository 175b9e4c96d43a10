import { ProfileCard } from '../features/profile/profile-card.tsx';
import { Layout } from '../app/layout/layout.tsx';

export function ProfileScreen() {
  return (
    <Layout>
      <ProfileCard />
    </Layout>
  );
}
