import { ProfileCard } from '../features/profile/profile-card.tsx';
import { Layout } from '../app/layout/layout.tsx';
import { DetailsForm } from '../features/edit-profile/details-form.tsx';

export function ProfileScreen() {
  return (
    <Layout>
      <ProfileCard />
    </Layout>
  );
}

export function EditProfileScreen() {
  return (
    <Layout>
      <DetailsForm />
    </Layout>
  );
}
