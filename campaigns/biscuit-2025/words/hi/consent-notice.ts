// The product's own.
export { consentNotice } from '../../../default-words/hi/consent-notice.ts';
