// The site was not built, or not by this version's build; `message` says what to do. No fault of a request.
export class SiteNotBuiltError extends Error {
  override name = 'SiteNotBuiltError';
}
