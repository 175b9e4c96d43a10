// The site was not built, or not by this version's build; `message` says what to do. No fault of a request.
export class SiteUnbuilt extends Error {
  override name = 'SiteUnbuilt';
}
