export type StoredLogin = {
  readonly userKey: string;
  readonly dataKey: string;
  readonly accessToken: string;
  readonly fromTN: 0 | 1;
  readonly shopper?: { readonly name: string; readonly mobile: string };
};

/** The tab's stored `inaam` after a verification, before the reward. */
export function storedSession({ shopper, ...login }: StoredLogin): string {
  const { name = null, mobile = null } = shopper ?? {};
  return JSON.stringify({
    ...login,
    winType: null,
    user: { name, mobile, email: null, url: null },
    questions: { questionsWithAnswers: [], questions: [] },
    doubleReward: { question: null, selectedAnswer: null },
    isConsentGiven: true,
  });
}
