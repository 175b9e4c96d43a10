// EDITPROFILE: the form for the participant's details.
import { DetailsForm } from '../features/edit-profile/details-form.tsx';
import { Frame } from '../frame.tsx';

export function EditProfileScreen() {
  return (
    <Frame>
      <DetailsForm />
    </Frame>
  );
}
