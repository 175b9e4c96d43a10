// The product's own.
export { consentNotice } from '../../../product/words/en/consent-notice.ts';
