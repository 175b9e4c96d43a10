// The product's own.
export { editProfile } from '../../../product/words/en/edit-profile.ts';
