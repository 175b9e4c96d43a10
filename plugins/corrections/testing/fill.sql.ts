/** A document that shoppers could read. */
export const correctionsTesting = {
  fill: `insert into inaam.published_document (campaign, kind, language, from_at, sha256, content)
    values ($campaign, 'terms', 'en', now(), encode(sha256('terms'), 'hex'), 'terms')`,
  casesOf: () => Promise.resolve([]),
};
