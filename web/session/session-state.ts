// What a session holds (Spec 3, Auth, User, Questions, Double reward), and how a stored one is read back. The
// spellings are the spec's: this is the form that lies in session storage. Holds no rule of when it changes.
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

const sessionSchema = z.object({
  userKey: text,
  dataKey: text,
  accessToken: text,
  /** 1: the participant gets the fixed reward and never sees a wheel. */
  fromTN: z.nullable(z.literal([0, 1])),
  /** Whole rupees, once the server has granted them. */
  winType: z.nullable(z.number()),
  user: z.object({ name: text, mobile: text, email: text, url: text }),
  /** Empty in a campaign that asks no question; `questions` has one slot per question. */
  questions: z.object({
    questionsWithAnswers: z.array(z.object({ question: z.string(), selectedAnswer: text })),
    questions: z.array(text),
  }),
  doubleReward: z.object({ question: z.nullable(questionSchema), selectedAnswer: text }),
  /** Whether the privacy notice was answered with Yes in this session. */
  isConsentGiven: z.boolean(),
});

export type Session = z.infer<typeof sessionSchema>;

export const emptySession: Session = {
  userKey: null,
  dataKey: null,
  accessToken: null,
  fromTN: null,
  winType: null,
  user: { name: null, mobile: null, email: null, url: null },
  questions: { questionsWithAnswers: [], questions: [] },
  doubleReward: { question: null, selectedAnswer: null },
  isConsentGiven: false,
};

/** Reads a stored session; what is corrupt, foreign or absent is an empty one. Parts that are absent are empty. */
export function parseSession(stored: string | null): Session {
  if (stored === null) return emptySession;
  try {
    const value: unknown = JSON.parse(stored);
    const whole = typeof value === 'object' ? { ...emptySession, ...value } : value;
    const session = z.safeParse(sessionSchema, whole);
    return session.success ? session.data : emptySession;
  } catch {
    return emptySession;
  }
}
