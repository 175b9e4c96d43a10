import { DetailsForm } from '../features/edit-profile/details-form.tsx';
import { Layout } from '../app/layout/layout.tsx';

export function EditProfileScreen() {
  return (
    <Layout>
      <DetailsForm />
    </Layout>
  );
}
