import { InvalidArgumentError } from 'commander';
import { parseDay } from '../platform/format.ts';

/** Parses an option that is a day. */
export function dayOption(text: string): string {
  const day = parseDay(text);
  if (day !== undefined) return day;
  throw new InvalidArgumentError('Write a day such as 2027-03-31.');
}
