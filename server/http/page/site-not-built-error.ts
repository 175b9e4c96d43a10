import { InaamError } from '../../platform/inaam-error.ts';

/** The site was not built, or by another version. `message` says what to do. */
export class SiteNotBuiltError extends InaamError {
  override name = 'SiteNotBuiltError';
}
