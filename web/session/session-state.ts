// The session (Spec 3: Auth, User, Questions, Double reward) and its form in session storage. Only
// here do the spec's field names `fromTN` and `winType` occur.
import * as z from 'zod/mini';

const text = z.nullable(z.string());

const questionSchema = z.object({
  question: z.string(),
  questionId: z.union([z.string(), z.number()]),
  questionNo: z.number(),
  options: z.array(z.string()),
  imageUrl: text,
  videoUrl: text,
});

const storedSchema = z.object({
  userKey: text,
  dataKey: text,
  accessToken: text,
  fromTN: z.nullable(z.literal([0, 1])),
  winType: z.nullable(z.number()),
  user: z.object({ name: text, mobile: text, email: text, url: text }),
  questions: z.object({
    questionsWithAnswers: z.array(z.object({ question: z.string(), selectedAnswer: text })),
    questions: z.array(text),
  }),
  doubleReward: z.object({ question: z.nullable(questionSchema), selectedAnswer: text }),
  isConsentGiven: z.boolean(),
  /** The code that this tab has registered as its proof. */
  purchase: text,
});

type StoredSession = z.infer<typeof storedSchema>;

export type Session = Omit<StoredSession, 'fromTN' | 'winType'> & {
  isFixedReward: boolean | null;
  rewardAmount: number | null;
};

export const emptySession: Session = {
  userKey: null,
  dataKey: null,
  accessToken: null,
  isFixedReward: null,
  rewardAmount: null,
  user: { name: null, mobile: null, email: null, url: null },
  questions: { questionsWithAnswers: [], questions: [] },
  doubleReward: { question: null, selectedAnswer: null },
  isConsentGiven: false,
  purchase: null,
};

export function parseSession(stored: string | null): Session {
  if (stored === null) return emptySession;
  try {
    const value: unknown = JSON.parse(stored);
    const complete = typeof value === 'object' ? { ...toStored(emptySession), ...value } : value;
    const parsed = z.safeParse(storedSchema, complete);
    return parsed.success ? fromStored(parsed.data) : emptySession;
  } catch {
    return emptySession;
  }
}

export function serializeSession(session: Session): string {
  return JSON.stringify(toStored(session));
}

function toStored({ isFixedReward, rewardAmount, ...rest }: Session): StoredSession {
  const fromTN = isFixedReward === null ? null : isFixedReward ? 1 : 0;
  return { ...rest, fromTN, winType: rewardAmount };
}

function fromStored({ fromTN, winType, ...rest }: StoredSession): Session {
  return {
    ...rest,
    isFixedReward: fromTN === null ? null : fromTN === 1,
    rewardAmount: winType,
  };
}
