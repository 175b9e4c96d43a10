// What a tab keeps while it is at the company's provider: nothing of it is sent anywhere.
import * as z from 'zod/mini';

const key = 'inaam-sign-in';
const memory = z.object({
  /** Of one of our pages, where it goes on. */
  path: z.string().check(z.regex(/^\/(?:[a-z]+(?:[/-][a-z]+)*)?$/)),
  /** Opened by a page whose session has ended. */
  isWindow: z.boolean(),
});

export type SignInMemory = z.infer<typeof memory>;

export function rememberSignIn(storage: Pick<Storage, 'setItem'>, kept: SignInMemory): void {
  storage.setItem(key, JSON.stringify(kept));
}

/** Once. */
export function takeSignInMemory(storage: Pick<Storage, 'getItem' | 'removeItem'>): SignInMemory {
  const text = storage.getItem(key);
  storage.removeItem(key);
  try {
    return z.parse(memory, JSON.parse(text ?? ''));
  } catch {
    return { path: '/', isWindow: false };
  }
}
