// The product's own.
export { editProfile } from '../../../default-words/en/edit-profile.ts';
