// The product's own.
export { consentNotice } from '../../../default-words/en/consent-notice.ts';
