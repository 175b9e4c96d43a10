import { ProfileCard } from '../features/profile/profile-card.tsx';
import { Layout } from '../app/layout/layout.tsx';
import { DetailsForm } from '../features/edit-profile/details-form.tsx';
import { useVoucherPart } from './use-voucher-part.ts';

export function ProfileScreen() {
  return (
    <Layout>
      <ProfileCard VoucherPart={useVoucherPart()} />
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
