// The product's own.
export { editProfile } from '../../../product/words/hi/edit-profile.ts';
