// The product's own.
export { consentNotice } from '../../../product/words/hi/consent-notice.ts';
