// The product's own.
export { editProfile } from '../../../default-words/hi/edit-profile.ts';
