import { InaamError } from '../platform/inaam-error.ts';
import { ConsoleRefusal } from './refusal.ts';

/** What the rules refuse has a sentence for a person, with what to do. @throws ConsoleRefusal */
export async function toConsoleRefusal<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof InaamError) throw new ConsoleRefusal('refused', error.message);
    throw error;
  }
}
