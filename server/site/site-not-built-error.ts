/** The site was not built, or by another version; `message` says what to do. */
export class SiteNotBuiltError extends Error {
  override name = 'SiteNotBuiltError';
}
