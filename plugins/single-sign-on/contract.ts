import * as z from 'zod/mini';

export const singleSignOn = {
  /** `token`: of the invitation to accept, if any. `address`: of the company's provider. */
  startSingleSignOn: {
    path: 'sign-in/company/start',
    may: 'nobody',
    fields: z.object({ token: z.nullable(z.string()) }),
    answer: z.object({ address: z.string() }),
  },
  /** `response`: the URL parameters that the provider added when it sent the browser back. */
  finishSingleSignOn: {
    path: 'sign-in/company/finish',
    may: 'nobody',
    fields: z.object({ response: z.string().check(z.maxLength(8000)) }),
    answer: z.object({}),
  },
} as const;
