import type { Page } from 'playwright-core';
import * as z from 'zod';

const sessionSchema = z.looseObject({
  userKey: z.string().nullable(),
  dataKey: z.string().nullable(),
  accessToken: z.string().nullable(),
  fromTN: z.number().nullable(),
  winType: z.number().nullable(),
});

export async function storedSession(page: Page) {
  const text = await page.evaluate(() => sessionStorage.getItem('inaam'));
  return sessionSchema.parse(JSON.parse(text ?? 'null'));
}

/** The open page does not notice: reload it. */
export async function changeStoredSession(
  page: Page,
  part: Record<string, unknown>,
): Promise<void> {
  const text = JSON.stringify({ ...(await storedSession(page)), ...part });
  await page.evaluate((changed) => sessionStorage.setItem('inaam', changed), text);
}

export const answeredQuestions = {
  questions: {
    questionsWithAnswers: [{ question: 'Tea or coffee?', selectedAnswer: 'Tea' }],
    questions: ['Tea', null],
  },
  doubleReward: {
    question: {
      question: 'How many?',
      questionId: 'q1',
      questionNo: 1,
      options: ['One', 'Two'],
      imageUrl: null,
      videoUrl: null,
    },
    selectedAnswer: 'Two',
  },
};

export function storedRegistration(page: Page) {
  return page.evaluate(() => ({
    name: localStorage.getItem('userName'),
    mobile: localStorage.getItem('userMobile'),
    state: localStorage.getItem('userState'),
  }));
}
