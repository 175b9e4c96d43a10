import { InaamError } from '../errors.ts';

/** The site was not built, or by another version. `message` says what to do. */
export class SiteNotBuiltError extends InaamError {
  override name = 'SiteNotBuiltError';
}
